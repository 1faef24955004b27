// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs the user unit in a service manager. Each test starts a manager, so the tests run one at a
/// time.
@Suite(.serialized, .enabled(if: UserManager.isPossible, "needs systemd, root and control groups that may be written"))
struct ServiceUnitTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first words"])
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\n")
    let units = user.root + "/config/systemd/user"
    try FileManager.default.createDirectory(atPath: units + "/searchlight.service.d", withIntermediateDirectories: true)
    let unit = try Repository.text(of: "systemd/searchlight.service").replacing("/usr/local/bin", with: user.tools)
    try Data(unit.utf8).write(to: URL(fileURLWithPath: units + "/searchlight.service"))
    // For tests: a shorter restart delay, and a log that tests can read.
    let changes = "[Service]\nRestartSec=50ms\nStandardError=append:\(user.root)/mds-unit.log\n"
    try Data(changes.utf8).write(to: URL(fileURLWithPath: units + "/searchlight.service.d/test.conf"))
  }

  @Test func `the service starts, reports its progress, restarts after a crash, and stops at once`() throws {
    let manager = try UserManager(user)
    #expect(try manager.systemctl("start", "searchlight.service").status == 0)
    #expect(try manager.property("ActiveState") == "active")
    try user.wait("everything is indexed") { try manager.property("StatusText") == "Everything is indexed" }
    #expect(try user.find("first") == ["a.txt"])

    let first = try #require(Int32(try manager.property("MainPID")))
    kill(first, SIGKILL)
    try user.wait("another process serves") {
      let process = try manager.property("MainPID")
      return try process != "0" && process != "\(first)" && manager.property("ActiveState") == "active"
    }
    try user.write("b.txt", "second words")
    try user.wait("a new file is found") { try user.find("second") == ["b.txt"] }

    let start = ContinuousClock.now
    #expect(try manager.systemctl("stop", "searchlight.service").status == 0)
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(try manager.property("ActiveState") == "inactive")
    #expect(try manager.property("Result") == "success")
  }

  /// A suspended daemon answers as little as one that hangs.
  @Test func `a service that hangs while it works is restarted, and an idle one need not report`() throws {
    let change = user.root + "/config/systemd/user/searchlight.service.d/watchdog.conf"
    try Data("[Service]\nWatchdogSec=8s\n".utf8).write(to: URL(fileURLWithPath: change))
    let manager = try UserManager(user)
    #expect(try manager.systemctl("start", "searchlight.service").status == 0)
    try user.wait("the watchdog's time does not run") { try manager.property("WatchdogUSec") == "0" }
    let process = try #require(Int32(try manager.property("MainPID")))
    try user.wait("it is suspended while it works") {
      try user.write("b.txt", "second words")
      guard try manager.property("WatchdogUSec") == "8s" else { return false }
      kill(process, SIGSTOP)
      if try manager.property("WatchdogUSec") == "8s" { return true }
      kill(process, SIGCONT)
      return false
    }
    try user.wait("the service is restarted") { try manager.property("NRestarts") == "1" && manager.property("ActiveState") == "active" }
    try user.write("c.txt", "third words")
    try user.wait("a new file is found") { try user.find("third") == ["c.txt"] }
  }

  @Test func `with the socket, a search starts the service`() throws {
    let units = user.root + "/config/systemd/user/"
    try Data(try Repository.text(of: "systemd/searchlight.socket").utf8).write(to: URL(fileURLWithPath: units + "searchlight.socket"))
    let manager = try UserManager(user)
    #expect(try manager.run("systemd-analyze", ["--man=no", "verify", units + "searchlight.socket"]) == (0, ""))
    #expect(try manager.systemctl("start", "searchlight.socket").status == 0)
    // What does not need the daemon leaves it alone.
    #expect(try user.run("mdfind", "-store", user.root + "/other", "first").status == 1)
    #expect(try manager.property("ActiveState") == "inactive")

    // There is no index yet.
    #expect(try user.find("-sync", "-timeout", "60", "first") == ["a.txt"])
    #expect(try manager.property("ActiveState") == "active")
    #expect(try manager.systemctl("stop", "searchlight.service").status == 0)
    #expect(try user.run("mdutil", "-s").text.contains("\tdaemon: not running; the next search starts it (searchlight.socket)\n"))
    try user.write("b.txt", "second words")
    try user.wait("the first search has started the daemon, and a later one finds the file") { try user.find("second") == ["b.txt"] }
    #expect(try manager.property("ActiveState") == "active")
    #expect(try manager.property("NRestarts") == "0")
  }

  @Test func `the service reloads its configuration`() throws {
    let manager = try UserManager(user)
    #expect(try manager.systemctl("start", "searchlight.service").status == 0)
    try user.wait("the first file is found") { try user.find("first") == ["a.txt"] }
    try FileManager.default.createDirectory(atPath: user.root + "/more", withIntermediateDirectories: false)
    try Data("third words".utf8).write(to: URL(fileURLWithPath: user.root + "/more/c.txt"))
    try user.writeConfiguration("root = \(user.files)\nroot = \(user.root)/more\nworkers = 1\n")
    #expect(try manager.systemctl("reload", "searchlight.service").status == 0)
    try user.wait("the new folder is indexed") { try user.find("third") == [user.root + "/more/c.txt"] }
    #expect(try manager.property("ActiveState") == "active")
  }

  /// A user's service has no capabilities. systemd nevertheless counts each capability that the
  /// unit does not drop, which a unit of a user manager cannot do, and capset, which workers use to
  /// drop them. Hence the threshold.
  @Test func `the unit is valid, and its exposure does not increase`() throws {
    let manager = try UserManager(user)
    let unit = user.root + "/config/systemd/user/searchlight.service"
    #expect(try manager.run("systemd-analyze", ["--man=no", "verify", unit]) == (0, ""))
    #expect(try manager.run("systemd-analyze", ["--threshold=67", "security", "searchlight.service"]).status == 0)
  }

  /// The units of the system run here in the manager of the superuser, which has the same
  /// capabilities. Only the folders differ.
  @Test(.enabled(if: UserManager.keepsCapabilities, "a user manager since systemd 254 takes the capabilities away"))
  func `the units of the system index and answer with their few rights`() throws {
    chmod(user.root, 0o755)
    chmod(user.files, 0o755)
    try user.write("private/b.txt", "second words")
    chown(user.path("private/b.txt"), 62001, 62001)
    chown(user.path("private"), 62001, 62001)
    chmod(user.path("private"), 0o700)
    let system = user.root + "/system"
    for folder in ["/etc/searchlight", "/var/lib/searchlight", "/run/searchlight"] {
      try FileManager.default.createDirectory(atPath: system + folder, withIntermediateDirectories: true)
    }
    try Data("root = \(user.files)\napplications = no\nworkers = 1\nfile-system-marks = yes\n".utf8)
      .write(to: URL(fileURLWithPath: system + "/etc/searchlight/searchlight.conf"))
    let units = user.root + "/config/systemd/user/"
    for name in ["searchlight-system.service", "searchlight-query.service", "searchlight-query.socket"] {
      var unit = try Repository.text(of: "systemd/" + name).replacing("=/run/", with: "=\(system)/run/")
      for folder in ["/usr/local/bin", "/usr/local/libexec/searchlight"] { unit.replace(folder, with: user.tools) }
      for setting in [
        "ConfigurationDirectory=searchlight", "StateDirectory=searchlight", "StateDirectoryMode=0700",
        // They need files of /proc and /dev that containers lack.
        "ProtectKernelLogs=yes", "ProtectKernelTunables=yes",
      ] {
        unit.replace(setting + "\n", with: "")
      }
      if name.hasSuffix("service") { unit += "\n[Service]\nReadWritePaths=\(system)\nStandardError=append:\(user.root)/\(name).log\n" }
      try Data(unit.utf8).write(to: URL(fileURLWithPath: units + name))
    }
    let manager = try UserManager(user)
    #expect(try manager.run("systemd-analyze", ["--man=no", "verify", units + "searchlight-query.socket"]) == (0, ""))
    #expect(try manager.systemctl("start", "searchlight-query.socket", "searchlight-system.service").status == 0)
    let everybody = user.root + "/mdfind"
    try FileManager.default.copyItem(atPath: user.tools + "/mdfind", toPath: everybody)
    try user.wait("the superuser finds both files") { try user.run("mdfind", "-sync", "words").lines.sorted().count == 2 }
    let other = ["--reuid=62002", "--regid=62002", "--clear-groups", everybody, "words"]
    let outcome = try user.outcome { user.process(executable: "/usr/bin/setpriv", other, output: $0, errors: $1) }
    #expect(outcome.lines == [user.path("a.txt")], "\(outcome.errors)")
    let state = try user.run("mdutil", "--system", "-s").text
    #expect(state.contains("\tsandbox of import workers: complete\n"), "\(state)")
    #expect(
      try manager.systemctl("stop", "searchlight-query.socket", "searchlight-query.service", "searchlight-system.service").status == 0)
  }

  @Test func `a service that cannot start reports the reason`() throws {
    try user.writeConfiguration("roots = /x\n")
    let manager = try UserManager(user)
    #expect(try manager.systemctl("start", "searchlight.service").status == 1)
    #expect(try String(contentsOfFile: user.root + "/mds-unit.log", encoding: .utf8).contains("line 1: unknown setting 'roots'"))
  }

  /// The restrictions of the service also apply to the importers that it starts, so this imports a
  /// file of each kind.
  @Test func `importers work in the sandbox of the unit`() throws {
    // A hundredth of a second of silence.
    var sound = Data("RIFF".utf8) + [0x74, 0, 0, 0] + Data("WAVEfmt ".utf8)
    sound +=
      [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Data("data".utf8) + [80, 0, 0, 0] + Data(count: 80)
    try user.write("sound.wav", Array(sound))
    try user.write("picture.gif", Array(Data("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0, 0x3B]))
    try user.write(
      "paper.pdf",
      """
      %PDF-1.4
      1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
      2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
      3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
        /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
      4 0 obj << /Length 48 >> stream
      BT /F1 12 Tf 20 100 Td (Photosynthesis) Tj ET   
      endstream endobj
      trailer << /Root 1 0 R >>
      %%EOF
      """)
    let manager = try UserManager(user)
    #expect(try manager.systemctl("start", "searchlight.service").status == 0)
    try user.wait("everything is indexed") { try manager.property("StatusText") == "Everything is indexed" }
    #expect(try user.find("photosynthesis") == ["paper.pdf"])
    #expect(try user.find("kMDItemPixelWidth == 3") == ["picture.gif"])
    #expect(try user.find("kMDItemAudioSampleRate == 8000") == ["sound.wav"])
    #expect(try user.run("mdutil", "--failed").text == "")
    #expect(try user.run("mdutil", "-s").text.contains("\tsandbox of import workers: complete\n"))
  }
}
