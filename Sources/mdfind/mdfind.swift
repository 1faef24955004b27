@main
enum Main {
  static func main() { FindTool().run() }
}
