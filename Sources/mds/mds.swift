@main
enum Main {
  static func main() { DaemonTool().run() }
}
