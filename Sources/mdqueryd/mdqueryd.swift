import CommandLine

@main
enum Main {
  static func main() {
    Tool.prepareProcess()
    QueryService().run()
  }
}
