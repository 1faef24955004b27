/// How the bytes of a document are to be read.
enum DocumentFormat: Equatable {
  case pdf
  case html
  case markdown
  case plain

  /// The format of files of a type. Whatever else the importer is given is text: source code, logs, scripts, data.
  init(typeIdentifier: String) {
    switch typeIdentifier {
    case "com.adobe.pdf": self = .pdf
    case "public.html", "public.xhtml": self = .html
    case "net.daringfireball.markdown": self = .markdown
    default: self = .plain
    }
  }
}
