// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Documents of office suites, publishing and reading.
  static let documents: [Declaration] = [
    Declaration("public.spreadsheet", "spreadsheet", is: "public.content"),
    Declaration("public.presentation", "presentation", is: "public.composite-content"),
    Declaration("com.adobe.pdf", "PDF document", is: "public.data public.composite-content", mime: "application/pdf", ext: "pdf"),
    Declaration(
      "com.adobe.postscript", "PostScript document", is: "public.data public.composite-content", mime: "application/postscript", ext: "ps"),
    Declaration(
      "com.adobe.encapsulated-postscript", "Encapsulated PostScript", is: "com.adobe.postscript public.image", mime: "image/x-eps",
      ext: "eps epsf epsi"),
    Declaration(
      "com.apple.webarchive", "Web archive", is: "public.data public.composite-content", mime: "application/x-webarchive", ext: "webarchive"
    ),
    Declaration(
      "org.ietf.mhtml", "Web archive", is: "public.data public.composite-content", mime: "application/x-mimearchive multipart/related",
      ext: "mhtml mht"),
    Declaration(
      "org.idpf.epub-container", "EPUB document", is: "public.data public.composite-content", mime: "application/epub+zip", ext: "epub"),
    Declaration(
      "org.fictionbook.fb2", "FictionBook", is: "public.data public.composite-content",
      mime: "application/x-fictionbook+xml application/x-zip-compressed-fb2", ext: "fb2 fb2.zip"),
    Declaration(
      "com.amazon.mobi-ebook", "Mobipocket book", is: "public.data public.composite-content", mime: "application/x-mobipocket-ebook",
      ext: "mobi prc"),
    Declaration(
      "com.amazon.mobi8-ebook", "Kindle book", is: "public.data public.composite-content", mime: "application/vnd.amazon.mobi8-ebook",
      ext: "azw3 kfx"),
    Declaration(
      "com.microsoft.word.doc", "Word 97-2004 document", is: "public.data public.composite-content", mime: "application/msword", ext: "doc"),
    Declaration(
      "com.microsoft.word.dot", "Word 97-2004 template", is: "public.data public.composite-content", mime: "application/msword-template",
      ext: "dot"),
    Declaration(
      "com.microsoft.excel.xls", "Excel 97-2004 workbook", is: "public.data public.spreadsheet", mime: "application/vnd.ms-excel",
      ext: "xls"),
    Declaration(
      "com.microsoft.excel.xlt", "Excel 97-2004 template", is: "public.data public.spreadsheet", mime: "application/vnd.ms-excel",
      ext: "xlt"),
    Declaration(
      "com.microsoft.powerpoint.ppt", "PowerPoint 97-2004 presentation", is: "public.data public.presentation",
      mime: "application/vnd.ms-powerpoint", ext: "ppt"),
    Declaration(
      "com.microsoft.powerpoint.pps", "PowerPoint 97-2004 show", is: "public.data public.presentation",
      mime: "application/vnd.ms-powerpoint",
      ext: "pps"),
    Declaration(
      "com.microsoft.powerpoint.pot", "PowerPoint 97-2004 template", is: "public.data public.presentation",
      mime: "application/vnd.ms-powerpoint", ext: "pot"),
    // shared-mime-info knows the extension only for Musepack.
    Declaration(
      "com.microsoft.project.mpp", "Microsoft Project plan", is: "public.data public.composite-content", mime: "application/vnd.ms-project",
      ext: "mpp mpt", contested: "mpp"),
    Declaration("org.openxmlformats.openxml", "Office Open XML document", is: "public.data"),
    Declaration(
      "com.microsoft.xps", "XPS document", is: "public.data public.composite-content",
      mime: "application/vnd.ms-xpsdocument application/oxps", ext: "xps oxps"),
    Declaration("org.3mf.3mf", "3MF model", is: "org.openxmlformats.openxml", mime: "model/3mf", ext: "3mf"),
    Declaration(
      "org.openxmlformats.wordprocessingml.document", "Word document", is: "org.openxmlformats.openxml public.composite-content",
      mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ext: "docx"),
    Declaration(
      "org.openxmlformats.wordprocessingml.template", "Word template", is: "org.openxmlformats.openxml public.composite-content",
      mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.template", ext: "dotx"),
    Declaration(
      "org.openxmlformats.wordprocessingml.document.macroenabled", "Word macro-enabled document",
      is: "org.openxmlformats.openxml public.composite-content", mime: "application/vnd.ms-word.document.macroenabled.12", ext: "docm"),
    Declaration(
      "org.openxmlformats.wordprocessingml.template.macroenabled", "Word macro-enabled template",
      is: "org.openxmlformats.openxml public.composite-content", mime: "application/vnd.ms-word.template.macroenabled.12", ext: "dotm"),
    Declaration(
      "org.openxmlformats.spreadsheetml.sheet", "Excel workbook", is: "org.openxmlformats.openxml public.spreadsheet",
      mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ext: "xlsx"),
    Declaration(
      "org.openxmlformats.spreadsheetml.template", "Excel template", is: "org.openxmlformats.openxml public.spreadsheet",
      mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.template", ext: "xltx"),
    Declaration(
      "org.openxmlformats.spreadsheetml.sheet.macroenabled", "Excel macro-enabled workbook",
      is: "org.openxmlformats.openxml public.spreadsheet", mime: "application/vnd.ms-excel.sheet.macroenabled.12", ext: "xlsm"),
    Declaration(
      "org.openxmlformats.spreadsheetml.template.macroenabled", "Excel macro-enabled template",
      is: "org.openxmlformats.openxml public.spreadsheet", mime: "application/vnd.ms-excel.template.macroenabled.12", ext: "xltm"),
    Declaration(
      "com.microsoft.excel.sheet.binary.macroenabled", "Excel binary workbook", is: "org.openxmlformats.openxml public.spreadsheet",
      mime: "application/vnd.ms-excel.sheet.binary.macroenabled.12", ext: "xlsb"),
    Declaration(
      "org.openxmlformats.presentationml.presentation", "PowerPoint presentation", is: "org.openxmlformats.openxml public.presentation",
      mime: "application/vnd.openxmlformats-officedocument.presentationml.presentation", ext: "pptx"),
    Declaration(
      "org.openxmlformats.presentationml.template", "PowerPoint template", is: "org.openxmlformats.openxml public.presentation",
      mime: "application/vnd.openxmlformats-officedocument.presentationml.template", ext: "potx"),
    Declaration(
      "org.openxmlformats.presentationml.slideshow", "PowerPoint show", is: "org.openxmlformats.openxml public.presentation",
      mime: "application/vnd.openxmlformats-officedocument.presentationml.slideshow", ext: "ppsx"),
    Declaration(
      "org.openxmlformats.presentationml.presentation.macroenabled", "PowerPoint macro-enabled presentation",
      is: "org.openxmlformats.openxml public.presentation", mime: "application/vnd.ms-powerpoint.presentation.macroenabled.12", ext: "pptm"),
    Declaration(
      "org.openxmlformats.presentationml.slideshow.macroenabled", "PowerPoint macro-enabled show",
      is: "org.openxmlformats.openxml public.presentation", mime: "application/vnd.ms-powerpoint.slideshow.macroenabled.12", ext: "ppsm"),
    Declaration(
      "org.openxmlformats.presentationml.template.macroenabled", "PowerPoint macro-enabled template",
      is: "org.openxmlformats.openxml public.presentation", mime: "application/vnd.ms-powerpoint.template.macroenabled.12", ext: "potm"),
    Declaration("org.oasis-open.opendocument", "OpenDocument", is: "public.data public.composite-content"),
    Declaration(
      "org.oasis-open.opendocument.text", "OpenDocument text", is: "org.oasis-open.opendocument public.composite-content",
      mime: "application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.text-flat-xml", ext: "odt fodt"),
    Declaration(
      "org.oasis-open.opendocument.text-template", "OpenDocument text template", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.text-template", ext: "ott"),
    Declaration(
      "org.oasis-open.opendocument.text-master", "OpenDocument master document", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.text-master", ext: "odm"),
    Declaration(
      "org.oasis-open.opendocument.text-web", "OpenDocument HTML template", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.text-web", ext: "oth"),
    Declaration(
      "org.oasis-open.opendocument.spreadsheet", "OpenDocument spreadsheet", is: "org.oasis-open.opendocument public.spreadsheet",
      mime: "application/vnd.oasis.opendocument.spreadsheet application/vnd.oasis.opendocument.spreadsheet-flat-xml", ext: "ods fods"),
    Declaration(
      "org.oasis-open.opendocument.spreadsheet-template", "OpenDocument spreadsheet template",
      is: "org.oasis-open.opendocument public.spreadsheet", mime: "application/vnd.oasis.opendocument.spreadsheet-template", ext: "ots"),
    Declaration(
      "org.oasis-open.opendocument.presentation", "OpenDocument presentation", is: "org.oasis-open.opendocument public.presentation",
      mime: "application/vnd.oasis.opendocument.presentation application/vnd.oasis.opendocument.presentation-flat-xml", ext: "odp fodp"),
    Declaration(
      "org.oasis-open.opendocument.presentation-template", "OpenDocument presentation template",
      is: "org.oasis-open.opendocument public.presentation", mime: "application/vnd.oasis.opendocument.presentation-template", ext: "otp"),
    Declaration(
      "org.oasis-open.opendocument.graphics", "OpenDocument drawing", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.graphics application/vnd.oasis.opendocument.graphics-flat-xml", ext: "odg fodg"),
    Declaration(
      "org.oasis-open.opendocument.graphics-template", "OpenDocument drawing template", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.graphics-template", ext: "otg"),
    Declaration(
      "org.oasis-open.opendocument.chart", "OpenDocument chart", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.chart", ext: "odc"),
    Declaration(
      "org.oasis-open.opendocument.formula", "OpenDocument formula", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.formula", ext: "odf"),
    Declaration(
      "org.oasis-open.opendocument.image", "OpenDocument image", is: "org.oasis-open.opendocument",
      mime: "application/vnd.oasis.opendocument.image", ext: "odi"),
    Declaration(
      "org.oasis-open.opendocument.database", "OpenDocument database", is: "org.oasis-open.opendocument public.database",
      mime: "application/vnd.oasis.opendocument.database application/vnd.oasis.opendocument.base", ext: "odb"),
    Declaration(
      "com.apple.iwork.pages.sffpages", "Pages document", is: "public.data public.composite-content", mime: "application/vnd.apple.pages",
      ext: "pages"),
    Declaration(
      "com.apple.iwork.numbers.sffnumbers", "Numbers spreadsheet", is: "public.data public.spreadsheet",
      mime: "application/vnd.apple.numbers", ext: "numbers"),
    Declaration(
      "com.apple.iwork.keynote.sffkey", "Keynote presentation", is: "public.data public.presentation",
      mime: "application/vnd.apple.keynote",
      ext: "key"),
    Declaration("com.apple.pkpass-data", "Wallet pass", is: "public.data", mime: "application/vnd.apple.pkpass", ext: "pkpass"),
    Declaration("com.microsoft.tnef", "Mail attachments", is: "public.data", mime: "application/vnd.ms-tnef", ext: "tnef"),
  ]
}
