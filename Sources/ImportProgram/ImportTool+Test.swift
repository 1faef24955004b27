// SPDX-License-Identifier: Apache-2.0

import Applications
import Attributes
import CommandLine
import FileIndexing
import IndexStore
import LogMessages
import QueryLanguage
import Synchronization
import SystemPlatform
import UniformTypeIdentifiers
import WorkerProtocol

extension ImportTool {
  /// Runs importers on the operands and prints the results, without storing them.
  func testImport() throws {
    let level = invocation.number("d", atLeast: 1, of: tool) ?? 1
    guard level <= 3 else { tool.exitForWrongUse("-d takes 1, 2 or 3") }
    let propertyList = try invocation.bytes("o").map { try PropertyListFile($0, of: "-o", inputs: invocation.operands) }
    let (paths, isComplete) = try existingOperands()
    var launch = launch()
    let configuration = try configuration()
    launch.adopt(configuration)
    let recognition = level == 3 ? recognition(configuration) : nil
    for path in paths { try reportExclusion(of: path) }
    let parked = ParkedWorkers()
    let importers = try ImporterSet(of: launch, keepingWorkerIn: parked)
    launch.choice = ImporterChoice(importers)
    let type = try chosenType(importers)
    let types = importers.types
    let jobs = paths.enumerated().map { index, path in job(index, path, as: type, types) }
    let next = Mutex(0)
    var output = StandardOutput()
    var lists: [AttributeValue] = []
    var failures = 0
    var text: [UInt8] = []
    var start = ContinuousClock.now
    try WorkerPool<Int>(launch, count: 1, parked: parked).run(
      next: {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        return index < jobs.count ? jobs[index] : nil
      },
      receive: { event in
        switch event {
        case .text(_, let piece):
          if level == 3 { text += piece }
        case .end(let imported):
          let path = paths[imported.tag]
          switch imported.content {
          case .finished(let status, let result, let record):
            let type = result.typeIdentifier ?? jobs[imported.tag].typeIdentifier ?? "public.data"
            var record = record.inCameraForm
            if text.isEmpty, PictureQueue.types.contains(type), let found = try recognition?.search(path, type: type) {
              text = found.text
              record.setCustom(TextOrigin.attributeName, to: .string(found.origin.rawValue))
              if let problem = found.problem { tool.report("\(PrintableText.path(path)): \(problem)") }
            }
            var shown = TestedFile(path: path, type: type, importer: result.importer, record: record)
            if jobs[imported.tag].isTypeCertain {
              shown.contradictedType = jobs[imported.tag].typeIdentifier.flatMap { $0 == type ? nil : $0 }
            }
            shown.isEmpty = status.size == 0
            shown.isPartial = result.warning != nil
            shown.text = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
            shown.time = invocation.has("p") ? ContinuousClock.now - start : nil
            shown.write(level: level, to: &output)
            if let warning = result.warning {
              failures += 1
              tool.report("\(PrintableText.path(path)): \(warning)")
            }
            if result.importer != nil { lists.append(.dictionary(Dictionary(shown.attributes, uniquingKeysWith: { $1 }))) }
          case .failed(_, let problem):
            failures += 1
            tool.report("\(PrintableText.path(path)): \(problem)")
          case .postponed(let code):
            failures += 1
            tool.report("\(PrintableText.path(path)): it cannot be opened now: \(Errno(code))")
          case .unread, .vanished:
            failures += 1
            let isFolder = try? SmallFile.kind(at: path) == .folder
            tool.report("\(PrintableText.path(path)): \(isFolder == true ? "a folder; -t takes files" : "not a file")")
          }
          text = []
          start = .now
        }
      })
    output.flush()
    if let propertyList, !lists.isEmpty { try propertyList.write(PropertyList.document(lists.count == 1 ? lists[0] : .array(lists))) }
    if failures > 0 || !isComplete { tool.exitForFailure() }
  }

  /// How text in pictures is searched; `nil` if the configuration does not say so, or the program for it is not installed.
  private func recognition(_ configuration: IndexingConfiguration) -> RecognitionLaunch? {
    guard configuration.readsTextInPictures else { return nil }
    guard let executable = WorkerLaunch.installedExecutable(RecognitionLaunch.program) else {
      tool.report("text-in-pictures = yes needs the program \(RecognitionLaunch.program), which is not installed; install its package")
      return nil
    }
    return RecognitionLaunch(executable: executable, configuration)
  }

  /// The type that the user chose for all files; `nil` if their names and contents determine it.
  private func chosenType(_ importers: ImporterSet) throws -> String? {
    guard let type = invocation.text("y") else { return nil }
    let claimed = importers.descriptions.flatMap(\.contentTypes)
    guard !importers.types.isKnown(type), !claimed.contains(type) else { return type }
    let nearest = nearestType(to: type).map { "; did you mean \($0)?" }
    tool.exitForWrongUse("-y takes a type identifier, such as public.html, not '\(type)'\(nearest ?? "")")
  }

  /// The identifier that a misspelled one, a MIME type or an extension probably stands for.
  private func nearestType(to text: String) -> String? {
    if text.contains("/") { return TypeDatabase.shared.type(forMIME: text).map(\.identifier) }
    if !text.contains("."), let type = TypeDatabase.shared.type(forFileName: Array("x.\(text)".utf8).span) { return type.type.identifier }
    return Spelling.nearestType(to: text, among: TypeDatabase.declaredTypes.map(\.identifier))
  }

  private func job(_ index: Int, _ path: [UInt8], as type: String?, _ types: TypeDatabase) -> ImportJob<Int> {
    let name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
    let known = types.type(forFileName: name.span)
    var job = ImportJob(
      tag: index, path: path, typeIdentifier: type ?? known?.type.identifier, isTypeCertain: type != nil || known?.isCertain ?? false)
    job.sidecar = SidecarFile(of: path, types)
    return job
  }

  /// Lists the importers with the types that they read, in the order in which they are chosen.
  func listImporters() throws {
    var output = StandardOutput()
    let importers = try ImporterSet(of: launch())
    for importer in importers.installed {
      output.write("\(importer.identifier), version \(importer.version), installed for the \(importer.origin.rawValue)\n")
      output.write("    manifest: \(PrintableText.line(importer.manifest))\n")
      output.write("    command: \(PrintableText.line(importer.command.joined(separator: " ")))\n")
      for type in importer.types { output.write("    \(type)\n") }
    }
    for importer in importers.builtIn {
      output.write("\(importer.name), version \(importer.version)\n")
      for type in importer.contentTypes { output.write("    \(type)\n") }
    }
    output.flush()
  }
}
