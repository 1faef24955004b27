@main
enum Main {
  static func main() { UtilityTool().run() }
}
