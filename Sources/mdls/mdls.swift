@main
enum Main {
  static func main() { ListTool().run() }
}
