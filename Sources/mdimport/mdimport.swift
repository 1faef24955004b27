import CommandLine

@main
enum Main {
  static func main() {
    Tool.prepareProcess()
    ImportTool().run()
  }
}
