// SPDX-License-Identifier: Apache-2.0

// Made by counting in lists of frequent words of each language, weighted by their frequency. A letter of the tables stands for a
// number of bits, `a` for 0: the negative logarithm of the share of a pair among the pairs with the same first letter.

extension LetterPairs {
  /// Languages in Latin script, of which only pairs with a letter beyond ASCII matter.
  static let latinTables: [(language: String, letters: String, before: String, after: String)] = [
    (
      "cs", "áčďéěíňóřšťúůýž",
      """
      ngnnnnnniininngngmnnnknihjnnnghhnkefnnglnnjfmmnnjnennnnnnhnnfjnhefnnijnnghmkginnnjnhgnnnnhfnnglknjmnnlknngnninlngknnni\
      nnfmnhnnnninnnhhjhgnjnjlmjgnnnnhfjknnenmnhnmjnnfinennnkjnnnhfiflnfnflnnhnnihlemngefnljmnnfiieinfddnnnknnifjngmnnnknhil\
      nnnggmnjggmmdhnngmnhhhhhhhhhhhhhhhdhnfnnnnninngfhhmnkngnnnnlnjlngmngefnnfhnnihnigjnnnmnjgknnneeinfeemnifnngeilllllllll\
      lllllllllklillllllkllninnnnmnhgjnnnfelnknfmjhjnkhknnhnnnnmnggnnnngfnnnndnnnnnnhnngllllllllllllllnhnnnnnnilnnnninijnnnm\
      nghknnngnhnnnnlniglnnnhilllllllllllfllkikkkkkkkkkkkkkfmnnncnnnnnnjnnknnincmnnggnnnnfllllllllllljllmdmmmmmmemmmmmfnhnnn\
      nknjmnnnndnjnnnnnnlgnnnnjfnlmnejnninnjnn
      """,
      """
      cnhfennmgnhfddengnfeenennnfedjjlcnnndnffkdglnhifhlnnnnaflllllllllilflilllleilllllbnmlhnindnnghdfninfhfnknnnjbnnffnnngn\
      eedgenjngfdnhnnngbnhegnnngniffdgnhngfengnnngbflklllllllelilelllefdlllllfkikckkgkkkkcickkkekhkkkkkeffjnnbnnmcnjnkiinnnh\
      limnnnnefnjncnnneneelfignlldhinnnnbdljllllljlglilellllgflllllimjhemmmhmifhgfldmecdmfmmmebnfhgnnnineheeinnngejnennnfbng\
      cgnnngnigidhnhnffejfnnngchhjebnnndngjlehnnlgjgnnnnn
      """
    ),
    (
      "sk", "áäčďéíĺľňóôŕšťúýž",
      """
      lngjnmnilnnnhkhngnngknnnjknnnhfnnghminkgnjnnmnknjhmnnnnihnnnnnnniinnfnjnigjginhnjnhhmknhhnnnghmnnhimnhgnnnginingnnnnkn\
      nfnnniknmnfnnnnknnfnnnhklgmnkkinjgnhngnjinnnjnnhfnnijnjnnhnnnnnngnennfnknfknkljhnnngfifnmnggnnlimnhnhhmehmnjhnnikflmnj\
      jkeninefnnnlmningejnngknnnhknnninnngghnnlhllkmgnhnkjnhhhhhhhhhhhhhhhhhenhnffnnniinikhfijnnnjhnlnnknnffnnfnnlggnmlilnmn\
      ggnhnhinnnjnnnnhinnefgjighnnlninfnjeillllllllllllllllllllllhlllllllllllnninnnnnjnnnffnniennmlgnklinniijjnnngknnnhlnnng\
      jnngmmcmmmmmmmmmmdmmmnnnnnennknnnfnjnnnnnnnnnnnnnnnnnnfnnnnnnnnnnnnnnnnknnhknnnimnnnghnnhjjjjjjjjejjjjjjjbnnjnnnnnjnnn\
      kngnnlnnnnnnnnnnnnnnnnmmmmmmmmmmmmmmmmmnnmnnnniinnnknnnciigiiiiibiiihiiiilnnnjenimnnnggnnnmnnnnnnnnnnnnnnnnnnennnnlnnn\
      ngfnngnnmnnnnmmnnngknngknnkjfnlinnnhnmnn
      """,
      """
      cnheennlhngfeeengneeeidnnnfdmmmhmmmmmmhmmjmmmmfcmmmmmdfcjnndnnndnffkddnnjjhgnnnnnbbnnnnnnnnnnngnfnnnnhinnnnnbnnihnjjcn\
      nklegnnnemgnmnnnjcnhegnnninhegdenfnfeenennnfjjdjjjjjjjjijjgjejjjjjjjjjhdcgnmnnmmnndndeennkfjdgnnnnbcnnnnnnhnnnnjndnnnn\
      idnnnnnhmehdmiemmlmffcmcmdmhmmmmmgnnefgnnnjnehdllnjnddhndnnneiihifiiiiiiiiefiiiifciiiiigeennncnnhcnefjfffnnjdginnnnadn\
      nknlnnnnlnjnfnnknljnnnnnbngefninhnnggigneneeengnnnfbngcknnnhnlghdhninffhlfnnngdghlebnnncngjjegmnlgjgnnnnn
      """
    ),
    (
      "pl", "ąćęłńóśźż",
      """
      nnnjnnhlgngnehnikghneinhnnniniknhnnnhnggninhkninihngjgknjnnknnngngenfnnnlnghnhknnghegkjhnienfnnjhnnhnhgnglnhgngnnknnmj\
      nhinfjnngnhnninnlnknhinfnglnjgngnnnhhhhhhhhhhkhknfmnlgnjgnhnnnhngjnennnnknhlnimelllllllllinignhjnnkkkkkkkkknfnelnglign\
      ggnknnnngngnninfnnnnnnnnnnhnhnngkggnhnngnnjnnnnnnnnnnlnennngfndnnmnnnnmemmimmmmhnjnnjnnn
      """,
      """
      bnkddnnfnnnjnnnnhnnhfnnlnnfanjmknmnnnnnninnnnnnnnninnnbnhednnhnnnejnnnfnngfnnlnngcchhkenknnngnjgcinnkienmndlcnkcnnnnnn\
      nknlnnnnnbnnnnnnnnneffnngnneiemnnknchgnnbnnhcnjcnnnnnnnndeeninennnndnnncmgfekmmmmmmdecmmmemmmmfmmmceihfbnnnlnggmefnnng\
      ninnndn
      """
    ),
    (
      "hu", "áéíóöőúüű",
      """
      heijijhjnnnnnnnnnnfhhghgkijhffnnnnnnffhggflimkmmlnnnnngenjffkgjgfhiijjikegghjiiijhhngnnjnndfjdfnggkgehiejkgmefighfkine\
      ehijnhlggfklhhljknnnnnnnnneegijikgnhhhhhhhhhefjfhgighffiiigiilffigfgiiignnmnnnnndehkihmhillllllllllllllllllgghihijhief\
      ggfgigkmllnnnnnnnlnnnnnnnnnnnnnnnnnlnlnnnnnnnnnnnnnnknknnnlnnlnnnnnnnnnnnnnnnnnnnnnnnlnn
      """,
      """
      gkeggnkekjgfdfdnindddihnnnfgngjhnndhkieegdnendcenfnnnglmkiinndnnfigeenhndhcmdnnnebheifmhgkhgfdhfnfneeengnnngknejgnngjn\
      jeefdnjndddnennndbhflfgiikfgedhgjinedengnnnfdjihinkcllcgdmgnlnffdnjnnnfknmnhnmejnndbidnnnggenhnnnfbigineihhngdeldnnnfe\
      gndnnnf
      """
    ),
    (
      "sh", "čćđšž",
      """
      himhhhjighnnnnnnnnnnnnnniighhinnnnnnnnnnnnnnnghlgjknnlnnknknnnnnnlmnmnlnlnmhiiggnjngngggggjmjhgnnnnnnnnnnggjgglnnjnkkk\
      kkjjjjjlllllnnnnnnnnnnnnnnnnnnnnngnnnnnknn
      """,
      """
      gdnmncnnncgdfldgnnnnneinnnnddnnnbnnncnknnfhnnnnnennnnnicnnnbnnnfnnnjngnnnjncnnnnndenmndnnneneflehinnncgjnnnnhdfngbnnnc\
      gnikehnnhnnfknnnn
      """
    ),
    (
      "sl", "čšž",
      """
      gghggigjnnnnnkkghhnnnmnnhnnggimgnnhnlnjjimiklfhhnjnhhhkhgmnnnnnfgfijnllljjjlllminnnndnnnnn
      """,
      """
      ddknncnnncegfkdhnngnnflnnnnfenlncnnndgdfkefgnnndiinnnnfdenncnhncfgjkdhnnhnngmnnnn
      """
    ),
    (
      "ro", "ăâîşţ",
      """
      mnefjnnnhfejnmgdfmmggknnnnnmghegnnnegmnniimnnnnnihglnnnmmmmmfjnnhffmnjfknkfnnnihegmnihhhhhfinkidjlnjegnnnhmnhhefnnnlll\
      llgnnnnmmmmmdhnnnnnnifnnnghnnnhhjnnnneknnn
      """,
      """
      bnjghnnjnhlngghnhnefegknnngmnnnjnnnngnnffbnmnejchnnnnllnnnnnnnngnngfannnllknnnnnngfngnfnnnbnnnkignnnndgnnnnnhdnnnennna\
      nnnnnnnnnnnfnnnnn
      """
    ),
    (
      "de", "äöüß",
      """
      kkinnnnnijhnnnnnlnjnnnnngjdnikjngginnmnnfjgnhegngihnhhgnjlknnnnnfjinkkkkhignjkknhjhnnnnnlhnnfignllllmmmmhiinnnnnnnnnnn\
      nnffff
      """,
      """
      kniefkffdhnmefcljldedelnnnkhnjegmeeennhehckhnddfnjimnkkncegnhfdnnngienjnbefnmnnnnfffffffffffffffffffffffffff
      """
    ),
    (
      "fr", "àâçèéêëîïôœùûü",
      """
      gminginnnnmnnnnnknlnmilnnnnnninlfjnmnnmnmnnmnignnnniknnnnnniennnnnnnknnnlnnnnnnnnnnnnlnjfinnnnnnmnnjnheknnnnnnnnningel\
      nnnhmnnnnnnghnnnnnnnnnfnnninnnnnnnnnllllhlllllllllhlnignnnnmnnnnnmnhfgnnnnnnnnnnilglnnnnnnnnnnnmmnmlmnnijnnlmigjnnnknn\
      nnnnnnnnnnnnnnnnnklgeinnnjnnmnnnnlgnnnnnmnknnnnjfknnnjnnnnnnnmhlnnnnnnnnnnnjfjnnnmmnnnlllljlllllllllnnnmhnnnnnnnnnnnnk\
      fnnnnnnnnnmmmjhmmmmmmmmmnnnnnnnnnnnnnnkkkkkkkkkkkkkkjmmmmmmmmmmmmmnnnnnnnnnnnnnnnklnjnnnnnnnnnnnnnnnnnnnnnnnhhhhhhhhhh\
      hhhhkkkkkkkkkkkkkkiiiiiiiiiiiiiilllllllllllllljjjjjjjjjjjjjjkkkkkkkkkkkkkkkkkkkkkkkkkkkkgggggggggggggg
      """,
      """
      annnnnnnnnnnnnnnnnnnnnnnnnnikgckkkdkkkkfefkihkickkkkkkjammmmmmmmmmmmmdmmmmmemmmmmmnhehnmfnnnnfdfnmhccenfnnnmcggefdgfjk\
      hnfffhfgdedifnnnnmnnfnnnnnnnnhchnkhnnbngnnnnehhhhhhhhhhhbhfhhhhhghhhhhhkkkfkkkkkkkkegckkkkkbkkkkkkegfeeefiiiiiehdhidgd\
      eifgiiihlllllllllllceflflllblllllljjjiijjjjejjjjjjjjjihajjjjjakkkkkkkkkkkkkkkkkkkkkkkkkkdkkhkkkkkkkkeiikkkckbkkkkkkggf\
      gggggfgggegggggeeggggggg
      """
    ),
    (
      "es", "áéíñóúü",
      """
      kknnmknnnjhnkniignjjnijhnhmnljhninnnnlilnnhignjinkihnhgjjjgnkknlhnjennkhlnglnliilljljjhninnehhniinkkjnjjnnnmmnnnikjnjh\
      nnnnnnnngignilnljhnilngihnhjnjgikmnnjhgninnillllllinjnknnmnnnimngnnnejnnnnlnnnnnnnnnnnnnnnnnnkgnhnnnnnnnnnmmmjmmmhhdhh\
      hh
      """,
      """
      cngfkkgfmjknfgdngifbfjinhmjciifflhhnhjnehcngmecfjknfnncbhefjghnnlnlgefijheenjnnnjlcnnnfnnninnnnnbnnnnnjnnnnncnkjhnjgnn\
      lnfebninghinhnhnnefdgiilllmlmdebkgmiefmmmmmlhhhhhbhhgehhghhhhhghhhhhhhh
      """
    ),
    (
      "it", "àèéìòù",
      """
      ngnnnnnnnnnnnknnnlnnnnnnlnnkmnnnnnnnmjnnnnnnnnnnnhfnnnjnnnkhjkkkkklljllllnnknnnnnnmnnnlnmnnlnnnnlnnnmnnnnnnnhnnninmnlh\
      nlgnnnmmnnnnhnnnnnlnllllllkkkkkkllllllnnnnnnnnnnnnnnnnnnllllllllllllllllllmmmmmm
      """,
      """
      annnnnnnnmnnnnnnnnnnnnnnnnnannmnnnnnmnnnnnnnnmnnnnnnnnaklklkllllklijllkkjjklllkllalllllllllllllllkllljllllllalllllllll\
      lllllllllllllllllammmmmmmmmmmmmmmmmmmmmmmmmm
      """
    ),
    (
      "pt", "áâãàçéêíóôõúü",
      """
      jnningnmlnnknnnnngnninnnlninlnneijkknknjjknjjfijmnmnjnjnnkjklnnknnnmninnmnnnlnhkjnnhlgjlnlnjkjnnihjinmnnfngnnlmlknhmnj\
      ninhmjnmnkmndnjnnlnnkmninjllllikllllllhkknlhigikmmnimhnnikiklnjnimengkliikninnnmnknnnnnnnnimknjiljhkkhnnnnnnnnnnnnnkgk\
      inijiiilmmnjngnnimjhnknngjgnngiihlklnknmnhhiinnnnngmhnnhigjknnnllllllllllllljngnngnikmimnmmmmmmmmmmmmmklhnnijlnjinnnnn\
      nnnnnnnnnnkkkkkkkkkkkkknnnnnnnnnnnnnmmmmmmmmmmmmmmnbnnnnnmndjnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnjnnnnnnnnnnnnnnnnnnnnnkkkk\
      kkkkkkkkkmmmmmmmmmmmmmmmmmmmmmmmmmmggggggcfggggg
      """,
      """
      bngfgngennnnfljngicefhenhnmjkkkkkkkkkkkkcajkkkkkkkkkkkgnnnngnnnnnnnnnannninnnnnnnammmmmmmmmmmmmmmmhmcmmmmmmmncnnnnnnnn\
      nnnnndnnnnnjnnnnnbnlffnlhnhnnhdhmhnefghkninnbkjnninnnmnnlecnnnmcnjmninneggddmggnnnnefdgfifddndnnnhcnhffljfngnnfhgneicd\
      fngnenndkkjgkjkkkkkgcbhkjfekkkkkkkmmmmmammmmmmmmmmmmmmmmmmmmmimdfdmlimmhmdddlhmgdfmfmmmigggggcggfeggfgggggggggggggg
      """
    ),
    (
      "ca", "àçèéíïòóúü",
      """
      knlhnnnnknnjnnkknlnninjeknjkjninjijnjklnjnikjnkjlnnmnnnlnnnnhnjkhnijmnjnhnknkjggjnmmlnknnnjljnnnmennhnnnnnnlinkljjilll\
      llililhnjknngniehnjhinkhjlknjkknnnnnnnnnnnjmjlknklhnnnnnnnnnnhgiihingklnlnkkjnlhmnhnihhnhllnkngjiinnnnjnjhgnnnnnllllll\
      lllljnhlendklninnlmnnjnnhmkllmkhmmnnnnnnnnnnhmmmmmgfmmnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnkkkkkkkkkknnnnnnnnnnnnnnnnnnnnmmmm\
      mmmmmmkkdkdkkkkk
      """,
      """
      bnhdhngfkjnnffenghdeeihnhnmcbmmmmmmmmmmmkmemmmmmgmmmmmcnkegnhgnfnnhgcngmedfkinfnncnnmnnnnnhnnllhnnniakhnnmnncgidfffhnn\
      nkefehhjiddninknnfgfedikkkkkkffckkkicckkkkkkbnghhnifnnnnfeenfidfhnkngnnanmhmnnnnnnnljdnjnhfnnnnnnncmcjjmlmmllmdfdmgkgc\
      gmhmmmmkkkkkbkkjgjkgkjkkkiiikkkkkk
      """
    ),
    (
      "sv", "äåéö",
      """
      fhninnnnfgnfnnlngfkhnlnngembhfnfefnflnnkdnngfjngfgnhgflgggnjjnnnicnliiiiggnhfenhghninnnndfnlllllmhlmnknnjjijnnnnnlnnjj\
      jjnnnm
      """,
      """
      jnnhgnhemnngdfdninbfenfninnblkngileinmgfkdnkndfeninnnnbhjjjdjjijjjjhcjjjhjiijjjjjgkljfljflngfggfnfnbffnennnn
      """
    ),
    (
      "da", "åæéø",
      """
      iklinnnnghnfnkmnjkkhnnnnfgmegingggnfnnnkkfnhkhngignhfhnhhhnjnnnncgngiiiiignhegnghhnhnmnnjenkmmmmlllinnnnjjjjnnnnnnnnkk\
      kknnnn
      """,
      """
      bnfneflijnnjfmgnmncghninnnninhhfiheminedgdljncdekfnnnnckkkiekkkkkkkgbkkkdkckkkkkkgnendhieknegegennnbfhnennnn
      """
    ),
    (
      "nb", "åæéøò",
      """
      fmminnnnnngingnnjkmnjnlhnnnnnnejmengnnkngknfnmnnknjgndnknnlniinhnflnhnginjnnnnnncnnhnhhhhhimnhnejnhnhlnhnnnnmngenlnlll\
      llkkkkkmnnnnjjjjjmnnnnnnnnnjjjjjnnnnnfffff
      """,
      """
      anmngikklmnhglgngndifninnnnhnlnjnmmlnnjimmninaiknfnnnncjjjjfjjjjjjjgbjjjjhfjjjjjjgmjneihinlneegenenbfenennenfffffffeff\
      fffffffffffffffff
      """
    ),
    (
      "fi", "äöå",
      """
      jnnnnngmmmmmdjninnmjmijndknhjnejnehnehneknfknnnndinhhhfknekndhnnnndnnilljjjgdniiidnnggnggg
      """,
      """
      blnnjjnnffhfffdkinfffngnnfndjnnginnfegefgdngnfcelinnencgdgggggeggeggggggggggggggg
      """
    ),
    (
      "is", "áðéíóúýþæö",
      """
      enhejhkejindnknnnmnngnngfehnegmmkmlmmmlminnifkhlginennnnnnnngggjglnngijgnjijnnhhfnfkgelnffndnnnnnnnndnnncfnnkdinnigjin\
      iihnifikhihgfnhhhkljhhhnljjghmhlnhnnnnnnnngnihhjmkjihhhhhhhhhhffhghhkmhihnffhiimhhjnlggiknggnfnnnnnmnnkniennnnefllllll\
      llllhllglllllkngnnnnnlnnjjjjjjjjjjnennnnnninnnnnnnnnnnnhnnnnnnnnmennlnninnkdnnnnnjnnngnnnnnnnnlennlnnnnnengheehngjndnn\
      nnnnnnndnnnnnnnn
      """,
      """
      bjhnkkghghngehfnjndfeiinnnnbdinlhiiidhjhihnnnggjdinnnndnmnnnhcnnnfdnjnnnchdgnnnnnbiinlkgjlmnegfenkniegglnnnnehgnjkgggj\
      medfdnfncfdhgnlnncejnikiinfngfgcmhndddihnlnnelknimkjnhdggddnhndcelinnlnkcnnncnnnffnnnnhnnfnnhennhnhnmnhngenigefefnhncf\
      cnhnmnngnnnjnecnnnecfdnincgfknninn
      """
    ),
    (
      "nl", "éëèïöü",
      """
      knnnnnnmnmnnnnnnnnnnlnnnnnnnnnnlnmnnknnnnnnnnnnnlnlnnnnimnnnnnnnnnlnnnnnnnnnnnnnnnnmnnnnnnnnnnnnnnnnnniiiiiinnnnnnmnnn\
      nnnnnnnnnnnmnnlnnnnnmnnnnnllllllmmmmmmnnnnnnbllllllllllliihiiiiiiiiigggggghhhhhh
      """,
      """
      dljhkjlllllkghbjllhhhjlllllbllljfjllfllclclllelhlilhlhciigiiiiiiiigfdiiicggieiiiigigifeiiiiiihfbiiifdfiiiiiifgggfgggfg\
      ggfgegegbgfgggggghhdhhhhhfhhheechfhdehhhhhhh
      """
    ),
    (
      "tr", "âçğıîöşüû",
      """
      nfnjngghnnhgnnnfnnnnngnfnfnnnnenmnfnnnndngnfnnhgnnngnnnkndnjlinlnngndndnihngmnjgnnfgnnnfnnmmmfmjmhmkinenhjfnlinennngnn\
      nnennlfnninenmkgnnkfnnnhnnnjnennninhhhhhhhhhnhnenkhgnnmndngngnnindninennhfnnnfnnnnninnkinllllllllljjjhjjjjjnnnenhlfnnn\
      nennnfnjjfjjjfjjnnndnhnfnnnncnnnfnnjfknnennhhhhhhhhhnjfnnninnnindnimfnnfgnnnfnnggggggggg
      """,
      """
      djgjhjhjfjjfcedjjjdjgjjjjdgddgnldnlmcnkfgndnnlkghnnnnngfllhenmncnnegkknndlndnnnnicmkhhninnnneeecnhnefimlnnffahhhhhhhhh\
      hhhhhhhhhghhhhhhhjnijgnjnlnngdhcngncffninnddddilmdljkdneeemjnnkjdfinnjndnighlininmeeecnhndffnhnneddgggggggggggecggggeg\
      ggggggg
      """
    ),
    (
      "lt", "ąčęėįšųūž",
      """
      mjnlggnkgnhnlngnnggnhelnhdnlnnknnngkhnjdinhjenhnnkgnnhknnjnnjnngnjgkkfiikmmmmmjmmiinlnffilfnihgnefngmifigghnhkiehkgjkf\
      nifmnfgighhehngllnknnnjnnjjlkgkjjkkggggggggghjjfhhhhihjkhkngjngnighmfhmninmninnfhlhflmhjnkkkkkkkkkkkkkkkkkkngnnnhnniin\
      hfnnhinnnnnnlnnhknnlnnknnnnnnnknnkninnnjnnhnnnjnknngigjggkiimnnnnnnnnnnhnnngnnkinjginijn
      """,
      """
      annnlnnnnnfjhiknnnhgnninnnnfhnnjfnnnanlnnnjnnnnmknnnknbnnnnnnnnnnnnnnnnnncnnnnnnncnmmfnngnndgdfgninfcengnnnjblnngjngnn\
      igkfmnhnfefnennnnceinjfnhnckdghifinhgdgenngnannnnnnnnngnnnnnnnnjnnnnnnnhnjnennhnnneggdngncccninnngeejnfekknbnfjeffjnig\
      gfgnnfn
      """
    ),
    (
      "lv", "āčēģīķļņšūž",
      """
      ijkkjkilgkknjnlnlhihnienfngnknldnfnfndnnnnjnenfnennnnjhjlmjnlhhfnhingnjnnnnmnenlnnnhnhgkfmgmgmmmmmmimnlnkjfjnldninjnnn\
      kfndnmnnnglgknenenennnkgnenengnnnigkdkgnfnnnjjmnkninlkifnkendlhnkjijngggggggggggengkejnlghlgnhnhnnnnjndngnfnklkhninnjn\
      mjjhnkfndngnnnnnnkkkkkkkkkkkjjjjjjjjjjjkkkkkkkkkkkfnfndnngkknnlnnnnjjinkgmkmimmmmgmnnngnjflgnjmmemfmmmmmmnlnlnkiihnjhm\
      emdmmmmjmeniimhhhgenfneininndlnenhneelinjnnmnnnjlmgnhdnegfnnhnin
      """,
      """
      ckifenjknjedfegngnedemgnnniidmmmcmmkemmmkmggmmhmbmmmmmenkefnnhnndedegnindednhnnnijfmmmdmmmammmkkjmmmmmgmmmmmdndgenndnn\
      efgffngngednennngjfmmmdmmmbmmmmmhmmmjjemmmmmdcmklgjklelkjmmdmnjlmcjnnnnjcjnjdnnndnlnmnfknlknclnnnndcnnjgnkndlmijhdjnhg\
      idhnnnlgnnhennhnmifgigmgndccngnnnffdlllennndnhnjkdnnggndknnnn
      """
    ),
  ]

  /// Languages in other alphabets.
  static let otherTables: [(language: String, letters: String, pairs: String)] = [
    (
      "ru", "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
      """
      ngfdfeghfelegededfdefhhifinnnngkgncmgehfggfhgeefelgfeeijghgginnnlggmffkinmdllenhejgcnegmenhnnkfgckmjfkcdmjjidnienhfifd\
      ifehgnkmjimneinnhleelkjefnneniekhbmekkfnnnknnnnnlnnneclfjichldnhfiedhfgienkikjnlfgklhkciggfeghgkffeediheeeljhighhnnnnj\
      jjfehnldbmndnhmldhnninfnnnhnnnninlnldchehefinfnhhfdemfjlfnnkmnnmfhnlgnchhfggeiefffefehigfemkfgfhjnnnnhenakkmlglnlnnhji\
      fgmlefnmmighnnnnnnmndcnhknghkdnjgkhckegefnmhnnnnnnmnnnddmnikdhndnhhlgdmlgkfnmnkmnngdnfekcdjklndnndnihhedglimelnllnnneh\
      kmgmecljigdlldnhlnfcnjgffjmhjnjnegnjflcmfeeeggghfgeeeigeeeliiighinnnkjhlgelnnndnnfnjfnibhcjjfnnkmnnngjnnhnfcjgghdhndnh\
      jggcjigfejikkinnfgljfmdfifnhenneneeggefhfcgkikhinlhfmjejddjenjdnmenhijgcjefkflnljnnnfdnkhmchfgfegegjifffglffeenkgkeggn\
      nnlfkneeknincnkcnjfkkclehgefnnmnnnhkllnnbenglnhnnfnmijfcnfijgnlnnnnnnllnnnedkgmncnmbngknlfnkinfnnknmnnfnnmnngdnlnncmnd\
      nghlejnilcfnnnngnnngnnnigdninncnncneekfeljlgfnnknnnnnenmniidnnnnbnncnnnngnnlnngnnnnnnnnfnnnffkkkkkbkkkkkkkkkkkkkkkkkkk\
      kkkkkichbngfihejijdgdegnhhffnndmhgnnnnnnjnbnhkhjgnginengdkmnegnknijelnnnnfgkgnlhkinnjniefgfnhghangjlnjnnnnlnmnbkelhenh\
      glligignmgfdnnkhflennnninnbnhfjgghgkiiggfnjhhennghhkhnnnnhinbmimhhmjfmijeefmjfhdmmhmmhmmmmmmmm
      """
    ),
    (
      "uk", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
      """
      nffdgneiihekfihfgedfdfeefhhggifnkfclgegnflfgfnnffeefemgfeejjggggingjedmljnmennlednnieifdkehicnilmllnimcdjijnhfngiddnnh\
      gkedihehgmkjhkknnifdlklnifnnnfenniflgbkdmifnnnnknnnnehhfhhhhhhhhhhhhhhhhhbhhhhhhhhhhhhddhgjnidngidenngfhecgfghemkkijmg\
      lgcigghnfmkgfnniffffdigdfflihhhhjnjibnlejnfnnmknnfnllegnijgdnknjmgmnfnddgnknfcnjndfnngfldfmnmmennjhnnnnjccgehnggnnmffn\
      lhhfdfgfijfnnnlknhlhbnhehngmiigmnieefeenhgeenkegghhnmichgehndnhhfnlfefegehjgefmlhhggjnhfbnmfnninnihnnfhmjgcnnniinnenmm\
      nnnnbngiknfnnhlnnnngigddkmefnmmikfnnnmddjhlnmgnnldennmfkhckdgfennhnkgnnngdnnlnjdmmncdnnhinjdnknjfnnnnnndedcdjinnmdnnld\
      dnnhgjgdgkildlnkknnnmlfckljnhdkmlddnnglnedmkgffinhjhngiecmeeenejifgnnfifeeekgeeflihighjngigennnnldnnnednnkfnhckcjifnnh\
      klnnnnfcjignhdnhmdenkhjgfcikgfejijjgmjigefjfnnnemnnfennffhffejjcfjihnindieeckfnnnelkndenngjlgdmejgelnmknndigbihegnemgf\
      hnnmjeefgnfffennhjghlngkedhnjnndnnnhcnnjgmmcndggejnnnknnlnbenglnnhnnlfennnghfcnhlefnknnnnnnnhhljmnncnnnfbnnklljklmkgin\
      nnnnndfefcnlnnndnnncennghkddnnmhenmkglnmmieengnnncnnndenneejfdkikeennmnnnmnnifnnnnndnnnfgnnnnnlannnnhnnnnnnlnnbnhhjnln\
      mnmnnnicngdelnegnknjlfinjjbkffkndnfjhnnnlhijhnnggdnnnifnkngnbnlghnfnhkjnnnkchffnkiifnnhhgkknin
      """
    ),
    (
      "bg", "абвгдежзийклмнопрстуфхцчшщъьюя",
      """
      ngfefefifekegedeegdehhhigjhnnkibnhfhgihfjgfffemgffdjkihhhhnnnigdnekkdmkdnlekgdndgkfninnmfdnjfccnnjidnhdnhgjgdkffhjnllk\
      knenlgecmjnlfnndnnelgcndlkfnnnnnngllneckfjjdgldnhiiedifgmfnjmlmnfmnhbjhggejgfkgfefdihffeniihgggnnniedgjndcnndngjlegkln\
      ghnnnnnnhnnnebfegffnndngfgeffghhhnikjknhnnibhjfggfhfhifffehigfenkigfhimnnebnihlginjnneghdflkddnllhimnjnnnecnflmhnldnnf\
      jhcnegffnnimnnenlnediifkdhhcnenieelmghfkmkkknglgedcihnncnndnihkfdgiimfmnmjnngnkgebmlihdmkdniknhdnlgfijmhjknjkkfckfeffg\
      gggfgeffkgeedkhjigjhnnnggenknnennenifnjcmcihgmnklnnenjiecighhchidnhigfdjnfffkiikinfnlfdekfkldnndneegfffglchklkllnellhc\
      cifjjdnmenhilgckeihgmmnlnngmlhdgeeeehfghkefefjeedfmkgidfklnnkfdknjndnnbniglkdnehgennnlnnhhiiccnfnnfnnenlhfecnekhenknmn\
      nhnjnfdngnmcnnbnhlnninlininmnnnnglmfgdnfnnbnndnehmefngnhfnnnnnnjnnncdngnncnndnfhjdfkinnhnnnmnninnnednnnnbnnennnnfcnlnh\
      fnnnnnnmnnikngegejffnifdefhfceemlihgmenninhkkkkkkkkkkkkkkakkkkkkkkkkkkkkkehdhfejfeilgegemjfeemklfcmmkmmmbnfehglmhnjefe\
      fnjgfcnnfmmlinnnn
      """
    ),
    (
      "mk", "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
      """
      ngfefemfielegehledneegdfghhiihkgbghfifjhhgnkgefnffgkhfgdjjjlhhnghdnhnkncnnncgnekngndndlnnfnnnnnnecnnjjndnmndjhgnifncke\
      hgngnnljnmfdmknkngnlndnmenlgnbndlknennnnnndchgiincnkndnnhniendkfinngnnmnnnkcnnnnncnnnhnnnnnnngnnnnncnnnnnnbhgggeijignk\
      hefnedhjhffehkijhhnfgcflmincnnnchnjnkenhnhnknennnnnnfbefffnennnehnfngdnfnhnnngnnnnnnhjjbjjjjjjjcjjjjjjjjjjjjjjjjjjjjbk\
      jfhfnfjfnheffnfejfigeelkjkggngcbiihfngngnhnginhfnfjlghffnnhikjecngnnnfnnndnngnkhncnfgfnennhnnnddhliknchlncifnnhendlnhg\
      neknjknmfejjjijijjjhjhjjjjjijjjjjajjjjjjdcihnnncnnndgihnmfndgghmnfmnljnneblkihndmjndnilnnnndnlffnginhklnidnnnnnannninn\
      nnnnnjnnlnngnnnmnncgfefdkhggngegfngfmjgefdjkjkihnhgdnnnnnennnfhifnkinbncghnglljknhechghhncggndmhinggndjnggneljijlhfelf\
      nlncnnneleengfndfgmcnfjlkknnccnfnnndnnndnhknkgnciegjngkknnnnfdnmnnnannndnnnnngnknnninlnnnnnndgfceffighnjiffnefnmfeefin\
      liiekegcknmnndnnncnjgnkkncmdignelnnnnnedmmmlmemmmdimlmgemclciimfklmjmmfdnhnlncnnnbninnngnhnfmnnhnnnnnngdnlnnncnnncjdgn\
      mdlennnnnennnnnnedlilllbllldllllgllclilklflllllldenjnnndnnnelfinkenghmnbnfnnnnnn
      """
    ),
    (
      "sr", "абвгдђежзијклљмнњопрстћуфхцчџш",
      """
      nffffemihfeeehifeheefdfiehhhhmhbnieheikhgjfefifegfhfffjijjghnggdlmnlndnicgnehngjdndmnnennmnnnfcnnkhncnncgjggnelcneinnf\
      nnilnjcdlknfnfnmennekjhlcmdllnenknnnndcigimnenkdgnhliehdnegnnfnmnnnnicnnnnnbnnfnnnnjnngnnjnncnnnnnnbjgggehligliffheehh\
      hfffgjjjhinhhdfkngkbnncgnkikegjnhnnnfnnnnnndcfefgnenndjnfmfenfngnnnfnnnnnncjjfhglkjekefeieeifhgeehnkffgngedihmlnbnkeni\
      knjglfknginennljmnecngmnnennenngiijhcnehgkennhnnkfcilkjndnncnjinhfndlnigneknknnnfclnnincnndnhnnnfkgnnfnncnnknnicchnnln\
      dnnegkhhkgkdhhhlmfmnjlnmecnligldmjcnhlnnkndlkggnfjnhknnicnnnnnbnncnmnnnnnfnninnennnnnnclfeedilggjeffheeklgeefikjkihngg\
      dnnnmnenneilfinijclcghjenjjnngechfhhjdgidkghlhgjdhlggmemiijmhednenmndnnfheejffngfgkcnekjjnnnecnfnkndnkcigjlkgkdhegknem\
      imnnnddnnnnnbnncnknnnfnhnnnnnennnnnnbifhffjlggkgfglgfliffffgnmiifmgedinklndnnclignkjndndggneinlnnnbenenknenmenmhnjgndm\
      djgngnnmnnnecnjmkncnnbjhinjmmgnemjnenglnnngdninnncnncgdfnldignnnnnennmnnnedejjjjcjjdjjjjfjjdjjjjjfjjjjjjdenjnnndnnenef\
      hlgfhinncggnnmnnn
      """
    ),
    (
      "el", "αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋφχψωώ",
      """
      nehgffefifhgijnnegefifgeidndhlnggjjjbnnighjlinmgdgjmgfgeiklefenefjngjlnncnnhgegnflnfinnngdfdgjnfeenennnggihngcdhfgefng\
      gnefnnnennndgndnnnijnnnnihheengkdgngfncfnnehffldfnemnnghnnhnffhehnnncgnefncfnnnnmlnegnemnnffnnnngfcjjighknjnniddmnffge\
      gikfeenefgnhhkhkgfngfghnilnhinnnfefdggnfddnennngdhgnfegmnncgnefnfennnlkmndfnnnnnginnnndfbnnlgjmnnnnhnnnnggecjnnjgcnfnn\
      niiknnbnnlghnnnnnflnnnggefinngecndnnnhjjnnhcgnnncdnefnginnngfgnegnennnfhnnnnhfbdfhhghijkkinnnndggfjehhgdngnnnjhkihdcnj\
      gffnfinhnnnnfgfdhenfgdnennnlfkgnekghkfkkkkkkkkkkbhggkhdkjfkhkkkkkkhkediiieiigiiiiiiiiiidiciigfigiiiihifigbdnniefngekfg\
      nnifkkndeiflnfghnknniggeekkndenefjefnnjdijndfinknigfninngghcfgnncenfgnegnnnngindfenlnniinhnlhibcgnkhegnfghfgnnlmninegn\
      ninejjnnnnghgdfnnncdndgneennnnnnneiknnnhgfnlnnejclnighjkljkjeglngffeklngfengcemhhknmcmnhfginkjniknnnheedkjnefdndnnnigi\
      mnhdennndgnggnefnnnfnincdkdmngjjnnmnfihdejfiefnfghdenngkggjdekijnghinhfnffbfjknlejneijfgnnglgnnfihmhndfhnigngjffffffff\
      ffffffffffffffffffffffffffffidfnnnegicgndgnnnkknncfnfhnkhinnnnfhbhjhgikkiljglknnhfediikeednennniginmcjnifgfnhinflnnngf\
      edieneedndnnnifhhnhhhhhhhhhhhhhhhhhhhhhhhbhhhhhhhhhhhhhdenlneenfegeennmhmincfkfmneegnnnnehidfnnncfnffgefnnnijfndhndnnf\
      hhnnnnefjeemmmcfmcemggmmmmmmmeimmmmieimmmmfhcjjjgilkllghjinnkifckmnfecnennnjjnmndinjkhjnlhnglnnnkhfcjjnfdcnennnkjnjn
      """
    ),
    (
      "he", "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
      """
      nddggdfgfhfnfdnenfgengnhggegcnfigfdgejdhieffhehmhgnijffddeghfedhfgdkgelfgfgenhlhgdffeheidgdhmjdnnedfgfkejjnnnefhcheihe\
      dnilckjgfgihjejinlgeffbffgghegfienggfeiggfngnggfffdeegegghghfhgeffffgfhgiggefddehjhbdkmnenehjeiiminnnnfeljdkeiefdfljdm\
      hehfifgnlhjhfdfechfikfckficnhfkhgfjfjhnlhdjgcfghfeeigheggfdgffhgjgkhgffeannnnnnnnnnnnnnnnnnnnnnnnnnnhfeiffdghmdfhcfeee\
      gikgmnnffecdfhgdeighdgfggfjghgkglhghggannnnnnnnnnnnnnnnnnnnnnnnnnnifghfddgfgdiffjfgffengkffeeeannnnnnnnnnnnnnnnnnnnnnn\
      nnnnkghfgdcifgckgihgiifgkgmhggffdifgffdnhfdifghfjhigfdnlffnedmejefdgnhdngcefighnnkjfheffannnnnnnnnnnnnnnnnnnnnnnnnnnhg\
      kgjedkffdhhfllgefemljhfdeeammmmmmmmmmmmmmmmmmmmmmmmmmmkdehfednfgcnnehekinejfjjkdnfchemffdngfdnnfihhgghihlfkdegceffgedj\
      ggdgfiihihhhjhhgfigfdeeiiedighdigcgfjelglgnkgeifbhgijfelfnehhhgghgkhjgnkgfii
      """
    ),
    (
      "ar", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
      """
      nnjenfncenfigghhihjghhjikeiegfedgfenfannnnnnfnghnnnnnnnnnnnnnnnnnnmimmilnnimmmmmmmfigfjmcghgmfkmmmmmkimjdechimfgnnnmnm\
      nfhgggffgjfiegfigjfhggffecgdjehmmmmmmejjefkmfehhmdgmmmmmmmfedemgdiemnnnnnnngnhhgghfegiehgggkfihgjbfcjnneennnnnnefehngg\
      nfjefijjkhnfngfgdegghncdgnnnngnfifihgigifigihiilgkhghbfehhngcnngmildgfgjififiekggiigneijfgegfffldannnnnnnnnnnnnnnnnnnn\
      nnnnnnnnnnnnnnnncnnhjnmffjgjgefgieigggigiehgfgfegffgecnnlnnndgfhknnnkndnnnnnnnklkfmdefifjddnninnidfffjmhndjefhnnnnnfkk\
      nledeeekednnnnnndffehhnndiegfjghignngeffegifkdennnnnndfhenknmegdihiehennngnndfijfnecjnhnnjdieggllhgnemhmnnnngnghigegge\
      gdennnnnkchiininlnngnnnnnnnknjmedkhdhhdcmjhjngdeegkfgkgnijfiiginhhfgfjhggfgdcfnlnnidfehniilhnfjmnnnnngmiijeeggekcdnnih\
      njdefdngiihnfnhnnnfnfngifeefgeidenlginhdfhfnhhegmcnknnnhnehfgehfhegjddnnnnnndeejnnejendnnnhnhngfejmdgfidiecnnnnnkcgfhn\
      jfhfnennnnnhneginleejgegddlninnideeinninlndnilnnhnflfeneieheieennnnnnciehnnnnnncnnnnnnnnngnjedgdgiddnnnnnndfffjinnekeh\
      ihigihnnjhiceegfjeennnnnndfegmlnnfgdggjlgfnnnhnmeefkgkcdnnjlhjejffnihkkjejfjigjhfkkfgfhhgggbdnnnnnndeeennmndjemhjggflf\
      ngilegghehecnninnndffffllnihehginmnnkninldedielednifnglefgfhgfhgggifghjhkfhgfffdfffeecnnlhnkdhffggghfkfifggjikeiiggfhc\
      gfjebnnmnnmdhgemhhkgijighhkhghkghhmhiefiecnnninnchhhnhnnfdfinknknnnnmlifefjejedjlgnindfhfifgjfiegfjhghifjffgdeegihfakn\
      nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnncinkkniegdghhhhfjehfhihikfkgfgffeffmh
      """
    ),
  ]
}
