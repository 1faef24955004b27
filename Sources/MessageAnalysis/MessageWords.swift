// SPDX-License-Identifier: Apache-2.0

/// The words by which the parts of a message are recognized, in lower case: in English, German, French, Spanish, Italian, Portuguese
/// and Dutch.
enum MessageWords {
  static let greetings: Set<String> = [
    "hi", "hello", "hey", "dear", "greetings", "howdy", "good morning", "good afternoon", "good evening", "good day", "morning", "hallo",
    "liebe", "lieber", "liebes", "moin", "servus", "sehr geehrte",
    "sehr geehrter", "guten morgen", "guten tag", "guten abend", "bonjour", "bonsoir", "salut", "cher", "chère", "chers", "hola",
    "estimado", "estimada", "estimados", "querido", "querida", "buenos días", "buenas tardes", "ciao", "caro", "cara", "cari",
    "gentile", "gentili", "buongiorno", "olá", "caros", "prezado", "prezada", "beste", "geachte", "hoi", "goedemorgen", "goedemiddag",
  ]

  /// Those who are greeted together.
  static let addressees: Set<String> = [
    "all", "team", "folks", "everyone", "everybody", "guys", "there", "ladies", "gentlemen", "alle", "zusammen",
  ]

  static let closings: Set<String> = [
    "regards", "best", "thanks", "thx", "cheers", "sincerely", "cordially", "respectfully", "yours", "love", "ciao", "bye", "warmly",
    "best regards", "kind regards", "warm regards", "with regards", "many thanks", "thank you", "thanks again", "thanks very much",
    "thanks so much", "thanks a lot", "thank you very much", "thank you in advance", "all the best", "best wishes", "take care",
    "yours truly", "yours sincerely", "yours faithfully", "sincerely yours",
    "with best", "in advance", "grüße", "gruß", "gruss", "grüsse", "lg", "vg", "mfg", "danke", "herzlichst", "viele grüße",
    "liebe grüße", "beste grüße", "herzliche grüße", "schöne grüße", "freundliche grüße", "viele grüsse", "freundliche grüsse",
    "mit freundlichen", "mit besten", "mit herzlichen", "vielen dank", "besten dank", "bis bald", "cordialement", "bien cordialement",
    "amicalement", "merci", "bien à vous", "saludos", "un saludo", "atentamente", "gracias", "un abrazo", "saluti", "cordiali saluti",
    "distinti saluti", "grazie", "atenciosamente", "abraços", "obrigado", "obrigada", "groeten", "groetjes", "met vriendelijke",
    "vriendelijke groet",
  ]

  /// Words with capitals before a comma that address nobody.
  static let noAddresses: Set<String> = [
    "actually", "additionally", "after", "again", "also", "although", "and", "anyway", "as", "at", "basically", "because", "before", "but",
    "by", "clearly", "congratulations", "currently", "finally", "first", "firstly", "for", "fortunately", "friday", "from", "fyi",
    "further",
    "furthermore", "given", "great", "hence", "here", "honestly", "however", "if", "importantly", "in", "indeed", "instead", "last",
    "lastly",
    "later", "meanwhile", "monday", "moreover", "next", "no", "note", "nope", "now", "of", "ok", "okay", "on", "once", "otherwise", "per",
    "perhaps", "please", "reminder", "right", "saturday", "second", "secondly", "since", "so", "sorry", "still", "sunday", "sure", "thanks",
    "then", "there", "therefore", "third", "this", "thursday", "thus", "today", "tomorrow", "tonight", "tuesday", "unfortunately",
    "update", "urgent", "warning", "wednesday", "well", "when", "while", "with", "yeah", "yep", "yes", "yesterday", "aber", "also",
    "bitte", "danke", "dann", "dienstag", "donnerstag", "freitag", "gestern", "heute", "ja", "leider", "mittwoch", "montag", "morgen",
    "nein", "nun", "samstag", "sonntag", "mais", "malheureusement", "non", "oui", "pero", "sí",
  ]

  static let headerFields: Set<String> = [
    "from", "to", "cc", "bcc", "sent", "date", "subject", "reply-to", "importance", "attachments", "von", "an", "gesendet", "datum",
    "betreff", "kopie", "de", "à", "envoyé", "objet", "para", "enviado", "fecha", "asunto", "da", "a", "inviato", "oggetto", "assunto",
    "van", "aan", "verzonden", "onderwerp",
  ]

  static let dividers = [
    "original message", "forwarded by", "forwarded message", "original appointment", "ursprüngliche nachricht", "weitergeleitete nachricht",
    "originalnachricht", "message d'origine", "message transféré", "message original", "mensaje original", "mensaje reenviado",
    "messaggio originale", "messaggio inoltrato", "mensagem original", "mensagem encaminhada", "oorspronkelijk bericht",
    "doorgestuurd bericht",
  ]

  static let dividersWithoutLine: Set<String> = [
    "begin forwarded message:", "anfang der weitergeleiteten nachricht:", "début du message transféré :", "inizio messaggio inoltrato:",
  ]

  static let attributionBeginnings: Set<String> = ["on", "at", "am", "le", "el", "il", "op", "em", "den"]

  static let attributionVerbs = [" wrote", " writes", "schrieb", "a écrit", "escribió", "ha scritto", "escreveu", "schreef"]

  static let appended = [
    "sent from", "get outlook for", "von meinem", "gesendet von", "diese nachricht wurde von", "envoyé de", "enviado desde", "enviado do",
    "inviato da", "verzonden vanaf", "do you yahoo", "get your free", "virus-free", "external email", "[external", "caution: external",
    "outlook für ios",
  ]

  static let forwards: Set<String> = ["fyi", "fyi only", "see below", "please see below", "for your information", "zur info", "zk", "pvi"]

  /// Words in names and addresses that have no capitals.
  static let wordsInNames: Set<String> = [
    "of", "and", "the", "for", "de", "der", "des", "die", "für", "und", "van", "von", "du", "la", "x",
  ]

  static let disclaimers = [
    "confidentiality notice", "confidentiality note", "this e-mail is the property of", "this email is the property of",
    "intended solely for", "intended only for the", "diese e-mail enthält vertrauliche", "diese nachricht enthält vertrauliche",
  ]

  static let disclaimerBeginnings = ["this e-mail", "this email", "this message", "the information contained", "the information in this"]

  /// Words with a full stop that do not end a sentence.
  static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "no", "nr", "vs", "etc", "e.g", "i.e", "approx", "dept", "est", "ext", "fig", "inc",
    "ltd", "co", "corp", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "a.m", "p.m", "u.s", "z.b",
    "d.h", "bzw", "ca", "usw", "str", "tel", "hr", "fr", "bspw", "vgl", "mme", "sra", "av", "p.s", "attn", "re", "gen", "col", "rev",
  ]
}
