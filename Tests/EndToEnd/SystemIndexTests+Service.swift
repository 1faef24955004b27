// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The service that answers searches of the system's index: questions, limits, and what goes wrong.
extension SystemIndexTests {
  @Test func `unknown attributes and folders are reported, and dates are those of the caller`() throws {
    let mdfind = system.root + "/bin/mdfind"
    #expect(try run(as: .bob, [mdfind, "kMDItemFSSzie == 1"]).errors.contains("kMDItemFSSize"))
    #expect(
      try run(as: .bob, [mdfind, "-onlyin", system.root + "/homes", "x"]).errors
        == "mdfind: \(system.root)/homes: not in the system's index\n")
    for form in [[], ["--ranked"]] {
      let missing = try run(as: .bob, [mdfind, "-onlyin", system.path("missing"), "x"] + form)
      #expect((missing.status, missing.errors) == (1, "mdfind: \(system.path("missing")): no such folder\n"))
    }
    #expect(try run(as: .bob, [mdfind, "-sort", "kMDItemFSSzie", "budget"]).status == 2)
    utimes(system.path("shared/plain.txt"), [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)])
    // 22:13 on the 14th in UTC
    for (zone, day) in [("UTC", 14), ("Asia/Tokyo", 15)] {
      system.timeZone = zone
      #expect(try paths(as: .bob, "mdfind", "-sync", "-name", "plain", "modified:2023-11-\(day)") == ["shared/plain.txt"])
    }
    system.timeZone = "/etc/localtime"
    #expect(try run(as: .bob, [mdfind, "-count", "-name", "plain"]).errors.contains("TZ names a file"))
  }

  @Test func `an own index that was lost a moment ago is not taken for none`() throws {
    try system.run("mdimport", system.path("shared/c.txt"))
    try FileManager.default.removeItem(atPath: system.store + "/CURRENT")
    let outcome = try system.run("mdfind", "budget")
    #expect(outcome.status == 1)
    #expect(outcome.errors != "")
  }

  @Test func `an erased index is reported until everything is in it again`() throws {
    kill(services[0].processIdentifier, SIGSTOP)
    defer { kill(services[0].processIdentifier, SIGCONT) }
    _ = try system.run("mdutil", "--system", "-E")
    let outcome = try run(as: .bob, [system.root + "/bin/mdfind", "budget"])
    #expect(outcome.errors.contains("erased or damaged"), "\(outcome.errors)")
    #expect(try run(as: .bob, [system.root + "/bin/mdls", system.path("shared/c.txt")]).errors.contains("erased or damaged"))
  }

  // MARK: The service

  @Test func `a service that does not answer is reported, and the user's own files are found`() throws {
    try system.run("mdimport", system.path("shared/c.txt"))
    kill(services[1].processIdentifier, SIGKILL)
    services[1].waitUntilExit()
    let outcome = try system.run("mdfind", "budget")
    #expect(outcome.status == 1)
    #expect(outcome.lines == [system.path("shared/c.txt")])
    #expect(outcome.errors.hasPrefix("mdfind: the system's index cannot be searched: \(socket): Connection refused"))
    #expect(try system.run("mdls", system.path("team/t.txt")).errors.contains("the system's index cannot be searched"))
  }

  @Test func `a service that ends takes its socket with it`() throws {
    services[1].terminate()
    services[1].waitUntilExit()
    #expect(services[1].terminationReason == .uncaughtSignal && services[1].terminationStatus == SIGTERM)
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(try system.run("mdfind", "budget").errors.contains("there is no index here"))
  }

  @Test func `a second service does not take the socket of the first one`() throws {
    let second = try system.run("mdqueryd", "-socket", socket)
    #expect((second.status, second.errors) == (1, "mdqueryd: \(socket): another process listens there\n"))
    #expect(try system.run("mdfind", "-count", "budget").text == "6\n")
  }

  @Test func `a service that takes long is reported`() throws {
    kill(services[1].processIdentifier, SIGSTOP)
    let errors = try system.newFile(system.root + "/errors")
    let search = system.process("mdfind", ["budget"], output: .nullDevice, errors: errors)
    try search.run()
    try system.wait("the user is told") {
      try String(contentsOfFile: system.root + "/errors", encoding: .utf8).contains("has not answered for 10 seconds")
    }
    kill(services[1].processIdentifier, SIGCONT)
    search.waitUntilExit()
    #expect(search.terminationStatus == 0)
  }

  @Test func `what is no question is refused, and one user cannot keep others from searching`() throws {
    let garbage =
      "import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(bytes([3,0,0,0,9,9,9])); print(s.recv(99))"
    #expect(
      try system.outcome { system.process(executable: "/usr/bin/python3", ["-c", garbage, socket], output: $0, errors: $1) }.status == 0)
    // Questions of which a part has come do not count, so even their own user does not wait.
    let held = """
      import socket,subprocess,sys
      s=[socket.socket(socket.AF_UNIX) for _ in range(60)]
      for i,one in enumerate(s): one.connect(sys.argv[1]); one.send(bytes([9,0,0,0,1,1,1,1])[:i%9])
      find=[sys.argv[2],"-count","budget"]
      print(set(subprocess.run(find,capture_output=True,text=True).stdout for _ in range(9)))
      """
    #expect(try run(as: .bob, ["/usr/bin/python3", "-c", held, socket, system.root + "/bin/mdfind"]).text == "{'2\\n'}\n")
    #expect(try paths(as: .alice, "mdfind", "budget").count == 4)
  }

  @Test func `questions one after the other, and connections without a question, keep nobody from an answer`() throws {
    for number in 0..<300 { try system.write("many/\(number).txt", "ibis") }
    try system.wait("all files are found") { try run(as: .bob, [system.root + "/bin/mdfind", "-count", "ibis"]).text == "300\n" }
    let files = (0..<300).map { system.path("many/\($0).txt") }
    let listed = try run(as: .bob, [system.root + "/bin/mdls", "-raw", "-name", "kMDItemFSSize"] + files)
    #expect((listed.status, listed.errors) == (0, ""))
    #expect(listed.text.split(separator: "\0") == Array(repeating: "4", count: 300))
    let idle = """
      import socket,subprocess,sys
      s=[socket.socket(socket.AF_UNIX) for _ in range(100)]
      for one in s: one.connect(sys.argv[1])
      find=[sys.argv[2],"-count","ibis"]
      one=[subprocess.run(find,capture_output=True,text=True) for _ in range(40)]
      more=[subprocess.Popen(find,stdout=subprocess.PIPE,stderr=subprocess.STDOUT,text=True) for _ in range(30)]
      print(set([x.stdout+x.stderr for x in one]+[x.communicate()[0] for x in more]))
      """
    let found = try run(as: .bob, ["/usr/bin/python3", "-c", idle, socket, system.root + "/bin/mdfind"])
    #expect(found.text == "{'300\\n'}\n")
  }

  @Test func `questions that come before the answers to others are answered in order`() throws {
    let ask = """
      import socket,struct,sys
      def text(string): return bytes([len(string)])+string.encode()
      def question(predicate):
        body=bytes([2,1])+text(predicate)+bytes([0,0,0,0,0,0,0])+bytes(4)
        return struct.pack("<I",len(body))+body
      s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      all=question("kMDItemFSName == 'none'")+question("true")+question("kMDItemFSName == 'none'")
      s.sendall(all[:20]); s.sendall(all[20:])
      def receive(count):
        data=b""
        while len(data)<count:
          piece=s.recv(count-len(data))
          if not piece: sys.exit("closed")
          data+=piece
        return data
      for _ in range(3):
        kinds=[]
        while 3 not in kinds and 4 not in kinds: kinds.append(receive(*struct.unpack("<I",receive(4)))[0])
        print(kinds)
      """
    #expect(try run(as: .bob, ["/usr/bin/python3", "-c", ask, socket]).lines == ["[1, 3]", "[1, 2, 3]", "[1, 3]"])
  }

  @Test func `a question that is too long is refused with that reason`() throws {
    let long = (0..<12).map { _ in String(repeating: "a", count: 100_000) }.joined(separator: " ")
    let words = long.split(separator: " ").map(String.init)
    let outcome = try run(as: .bob, [system.root + "/bin/mdfind"] + words)
    #expect(outcome.errors.contains("the question has ") && outcome.errors.contains("at most 1048576 are accepted"), "\(outcome.errors)")
    let other = """
      import socket,sys
      s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.sendall((2000000).to_bytes(4,"little")+bytes(2000000)); print(s.recv(999)[6:].decode())
      s.sendall(bytes([3,0,0,0,9,9,9])); print(len(s.recv(99)) > 9)
      """
    #expect(
      try run(as: .bob, ["/usr/bin/python3", "-c", other, socket]).lines
        == ["a message of 2000000 bytes is too long; at most 1048576 bytes are accepted", "True"])
  }

  @Test func `answers that take long make room for another user, and end at their limit of time`() throws {
    // Without the daemon, answers that wait for it take a minute.
    kill(services[0].processIdentifier, SIGSTOP)
    defer { kill(services[0].processIdentifier, SIGCONT) }
    let ask = """
      import subprocess, sys
      held = [
        subprocess.Popen([sys.argv[1], "-sync", "-timeout", "60", "budget"], user=user, group=user, extra_groups=[],
          env={"HOME": sys.argv[2], "SEARCHLIGHT_SYSTEM_ROOT": sys.argv[2]}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for user in range(64100, 64108) for _ in range(8)]
      sys.stdin.read()
      for one in held: one.kill()
      """
    let holding = Pipe()
    let holder = system.process(
      executable: "/usr/bin/python3", ["-c", ask, system.root + "/bin/mdfind", system.root + "/system"], output: .nullDevice,
      errors: .nullDevice)
    holder.standardInput = holding
    try holder.run()
    defer {
      holding.fileHandleForWriting.closeFile()
      holder.waitUntilExit()
    }
    let service = services[1].processIdentifier
    func answers() throws -> [pid_t] {
      let list = try String(contentsOfFile: "/proc/\(service)/task/\(service)/children", encoding: .utf8)
      return list.split(separator: " ").compactMap { pid_t($0) }
    }
    try system.wait("all places are taken") { try answers().count == 64 }
    #expect(try paths(as: .bob, "mdfind", "budget").count == 2)
    // The signal of the limit, which this process has blocked in all that it starts.
    let answer = try #require(try answers().last)
    kill(answer, SIGALRM)
    try system.wait("the answer has ended") { try !answers().contains(answer) }
  }

  @Test func `without a configuration, the system's daemon indexes nothing`() throws {
    try FileManager.default.removeItem(atPath: configuration)
    kill(services[0].processIdentifier, SIGHUP)
    try system.wait("everything has left the index") { try system.run("mdfind", "-count", "budget").text == "0\n" }
    let state = try system.run("mdutil", "--system", "-s").text
    #expect(state.contains(store) && !state.contains("/home"), "\(state)")
    let log = try String(contentsOfFile: system.root + "/mds.log", encoding: .utf8)
    #expect(log.contains("names no root"), "\(log)")
  }
}
