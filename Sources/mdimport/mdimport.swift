@main
enum Main {
  static func main() { ImportTool().run() }
}
