// SPDX-License-Identifier: Apache-2.0

extension LanguageTag {
  /// The codes and names of the languages with a code of two letters: this code, those of ISO 639-2 for
  /// terminology and bibliography, codes of the past; the names in English, and those in which people
  /// write the language itself.
  static let table = """
    aa,aar Afar
    ab,abk Abkhazian
    ae,ave Avestan
    af,afr Afrikaans
    ak,aka Akan
    am,amh Amharic
    an,arg Aragonese
    ar,ara Arabic;العربية
    as,asm Assamese
    av,ava Avaric
    ay,aym Aymara
    az,aze Azerbaijani
    ba,bak Bashkir
    be,bel Belarusian;Беларуская
    bg,bul Bulgarian;Български
    bh,bih Bihari
    bi,bis Bislama
    bm,bam Bambara
    bn,ben Bengali;Bangla;বাংলা
    bo,bod,tib Tibetan
    br,bre Breton
    bs,bos Bosnian;Bosanski
    ca,cat Catalan;Valencian;Català
    ce,che Chechen
    ch,cha Chamorro
    co,cos Corsican
    cr,cre Cree
    cs,ces,cze Czech;Čeština
    cu,chu Church Slavic;Church Slavonic;Old Church Slavonic
    cv,chv Chuvash
    cy,cym,wel Welsh;Cymraeg
    da,dan Danish;Dansk
    de,deu,ger German;Deutsch
    dv,div Divehi;Dhivehi;Maldivian
    dz,dzo Dzongkha
    ee,ewe Ewe
    el,ell,gre Greek;Modern Greek;Ελληνικά
    en,eng English
    eo,epo Esperanto
    es,spa Spanish;Castilian;Español
    et,est Estonian;Eesti
    eu,eus,baq Basque;Euskara
    fa,fas,per Persian;Farsi;فارسی
    ff,ful Fulah
    fi,fin Finnish;Suomi
    fj,fij Fijian
    fo,fao Faroese
    fr,fra,fre French;Français
    fy,fry Frisian;Western Frisian
    ga,gle Irish;Gaeilge
    gd,gla Scottish Gaelic;Gaelic
    gl,glg Galician;Galego
    gn,grn Guarani
    gu,guj Gujarati
    gv,glv Manx
    ha,hau Hausa
    he,heb,iw Hebrew;עברית
    hi,hin Hindi;हिन्दी
    ho,hmo Hiri Motu
    hr,hrv,scr Croatian;Hrvatski
    ht,hat Haitian;Haitian Creole
    hu,hun Hungarian;Magyar
    hy,hye,arm Armenian;Հայերեն
    hz,her Herero
    ia,ina Interlingua
    id,ind,in Indonesian;Bahasa Indonesia
    ie,ile Interlingue;Occidental
    ig,ibo Igbo
    ii,iii Sichuan Yi;Nuosu
    ik,ipk Inupiaq
    io,ido Ido
    is,isl,ice Icelandic;Íslenska
    it,ita Italian;Italiano
    iu,iku Inuktitut
    ja,jpn Japanese;日本語
    jv,jav,jw Javanese
    ka,kat,geo Georgian;ქართული
    kg,kon Kongo
    ki,kik Kikuyu;Gikuyu
    kj,kua Kuanyama;Kwanyama
    kk,kaz Kazakh;Қазақша
    kl,kal Kalaallisut;Greenlandic
    km,khm Khmer;Central Khmer
    kn,kan Kannada
    ko,kor Korean;한국어
    kr,kau Kanuri
    ks,kas Kashmiri
    ku,kur Kurdish
    kv,kom Komi
    kw,cor Cornish
    ky,kir Kyrgyz;Kirghiz
    la,lat Latin;Latina
    lb,ltz Luxembourgish;Letzeburgesch;Lëtzebuergesch
    lg,lug Ganda
    li,lim Limburgan;Limburger;Limburgish
    ln,lin Lingala
    lo,lao Lao
    lt,lit Lithuanian;Lietuvių
    lu,lub Luba-Katanga
    lv,lav Latvian;Latviešu
    mg,mlg Malagasy
    mh,mah Marshallese
    mi,mri,mao Maori
    mk,mkd,mac Macedonian;Македонски
    ml,mal Malayalam
    mn,mon Mongolian
    mr,mar Marathi
    ms,msa,may Malay;Bahasa Melayu
    mt,mlt Maltese
    my,mya,bur Burmese
    na,nau Nauru
    nb,nob Norwegian Bokmål;Norsk bokmål;Bokmål
    nd,nde North Ndebele
    ne,nep Nepali
    ng,ndo Ndonga
    nl,nld,dut Dutch;Flemish;Nederlands
    nn,nno Norwegian Nynorsk;Norsk nynorsk;Nynorsk
    no,nor Norwegian;Norsk
    nr,nbl South Ndebele
    nv,nav Navajo;Navaho
    ny,nya Chichewa;Chewa;Nyanja
    oc,oci Occitan;Provençal
    oj,oji Ojibwa
    om,orm Oromo
    or,ori Oriya
    os,oss Ossetian;Ossetic
    pa,pan Punjabi;Panjabi
    pi,pli Pali
    pl,pol Polish;Polski
    ps,pus Pashto;Pushto
    pt,por Portuguese;Português
    qu,que Quechua
    rm,roh Romansh
    rn,run Rundi
    ro,ron,rum,mo,mol Romanian;Moldavian;Moldovan;Română
    ru,rus Russian;Русский
    rw,kin Kinyarwanda
    sa,san Sanskrit
    sc,srd Sardinian
    sd,snd Sindhi
    se,sme Northern Sami
    sg,sag Sango
    si,sin Sinhala;Sinhalese
    sk,slk,slo Slovak;Slovenčina
    sl,slv Slovenian;Slovenščina
    sm,smo Samoan
    sn,sna Shona
    so,som Somali
    sq,sqi,alb Albanian;Shqip
    sr,srp,scc Serbian;Српски;Srpski
    ss,ssw Swati
    st,sot Southern Sotho;Sotho
    su,sun Sundanese
    sv,swe Swedish;Svenska
    sw,swa Swahili
    ta,tam Tamil;தமிழ்
    te,tel Telugu
    tg,tgk Tajik
    th,tha Thai;ไทย
    ti,tir Tigrinya
    tk,tuk Turkmen
    tl,tgl Tagalog;Filipino
    tn,tsn Tswana
    to,ton Tonga
    tr,tur Turkish;Türkçe
    ts,tso Tsonga
    tt,tat Tatar
    tw,twi Twi
    ty,tah Tahitian
    ug,uig Uighur;Uyghur
    uk,ukr Ukrainian;Українська
    ur,urd Urdu
    uz,uzb Uzbek
    ve,ven Venda
    vi,vie Vietnamese;Tiếng Việt
    vo,vol Volapük
    wa,wln Walloon
    wo,wol Wolof
    xh,xho Xhosa
    yi,yid,ji Yiddish
    yo,yor Yoruba
    za,zha Zhuang;Chuang
    zh,zho,chi Chinese;Mandarin;中文
    zu,zul Zulu
    """
}
