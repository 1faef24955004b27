// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import Threading

@testable import FileIndexing

/// When bulk work waits. The tests have their own `/proc` and `/sys`.
struct PacingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ path: String, _ text: String) throws {
    let path = folder.path + path
    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// - Parameters:
  ///   - average: In percent.
  ///   - total: In seconds.
  private func setPressure(_ resource: String, average: Double, total: Double) throws {
    let full = "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"
    try write(
      "/proc/pressure/\(resource)",
      "some avg10=\(average) avg60=0.00 avg300=0.00 total=\(Int(total * 1_000_000))\n" + full)
  }

  // MARK: Power

  private func setSupply(_ name: String, _ attributes: [String: String]) throws {
    for (attribute, value) in attributes { try write("/sys/class/power_supply/\(name)/\(attribute)", value + "\n") }
  }

  @Test func `a computer without a battery has power`() throws {
    #expect(!PowerSupplies.areOnBattery(in: folder.path))
    try setSupply("AC", ["type": "Mains", "online": "0"])
    #expect(!PowerSupplies.areOnBattery(in: folder.path))
  }

  @Test func `a computer is on its battery if that discharges and nothing else supplies power`() throws {
    try setSupply("AC", ["type": "Mains", "online": "0"])
    try setSupply("BAT0", ["type": "Battery", "status": "Not charging"])
    #expect(!PowerSupplies.areOnBattery(in: folder.path))
    try setSupply("BAT1", ["type": "Battery", "status": "Discharging"])
    #expect(PowerSupplies.areOnBattery(in: folder.path))
    try setSupply("ucsi-1", ["type": "USB", "online": "1"])
    #expect(!PowerSupplies.areOnBattery(in: folder.path))
  }

  @Test func `the battery of a mouse does not count`() throws {
    try setSupply("hidpp_battery_0", ["type": "Battery", "status": "Discharging", "scope": "Device"])
    #expect(!PowerSupplies.areOnBattery(in: folder.path))
  }

  // MARK: Pressure

  private let start = ContinuousClock.now

  @Test func `without pressure, or a kernel that measures it, work goes on`() throws {
    var backOff = PressureBackOff(now: start - PressureBackOff.turn)
    #expect(backOff.hold(at: start) { Pressure(in: folder.path) } == nil)
    try setPressure("io", average: 10, total: 5)
    #expect(backOff.hold(at: start + .seconds(2)) { Pressure(in: folder.path) } == nil)
  }

  @Test func `the first turn needs no measurement`() throws {
    var backOff = PressureBackOff(now: start)
    try setPressure("cpu", average: 90, total: 100)
    #expect(backOff.hold(at: start + .milliseconds(2999)) { Pressure(in: folder.path) } == nil)
    #expect(backOff.hold(at: start + .seconds(3)) { Pressure(in: folder.path) } != nil)
  }

  @Test func `pressure that ends when the work stops is the work's own`() throws {
    var backOff = PressureBackOff(now: start - PressureBackOff.turn)
    try setPressure("cpu", average: 90, total: 100)
    #expect(backOff.hold(at: start) { Pressure(in: folder.path) } == .init(resource: nil, duration: .seconds(1)))
    let middle = backOff.hold(at: start + .milliseconds(400)) { Pressure(in: folder.path) }
    #expect(middle == .init(resource: nil, duration: .milliseconds(600)))
    try setPressure("cpu", average: 80, total: 100.2)
    #expect(backOff.hold(at: start + .seconds(1)) { Pressure(in: folder.path) } == nil)
    // The work is trusted for a while, although the average stays high.
    #expect(backOff.hold(at: start + .seconds(30)) { Pressure(in: folder.path) } == nil)
    #expect(backOff.hold(at: start + .seconds(31)) { Pressure(in: folder.path) } != nil)
  }

  @Test func `work waits while others cause pressure, and gets a turn if that does not end`() throws {
    var backOff = PressureBackOff(now: start - PressureBackOff.turn)
    var total = 100.0
    func hold(_ second: Int, adding more: Double) throws -> PressureBackOff.Hold? {
      total += more
      try setPressure("io", average: 60, total: total)
      return backOff.hold(at: start + .seconds(second)) { Pressure(in: folder.path) }
    }
    #expect(try hold(0, adding: 0)?.resource == nil)
    for second in stride(from: 1, to: 31, by: 2) {
      #expect(try hold(second, adding: 1.5) == .init(resource: .disk, duration: .seconds(2)), "second \(second)")
    }
    #expect(try hold(31, adding: 1.5) == nil)
    #expect(try hold(33, adding: 1.5) == nil)
    #expect(try hold(34, adding: 0) == .init(resource: nil, duration: .seconds(1)))
    #expect(try hold(35, adding: 1)?.resource == .disk)
    #expect(try hold(37, adding: 0.1) == nil, "the others have finished")
  }

  // MARK: The gate

  @Test func `a paused gate holds every kind of work until it is resumed`() throws {
    let gate = try BulkGate(systemRoot: folder.path)
    let stop = try StopSignal()
    gate.pass(.contents, unless: stop)
    gate.setPaused(true)
    gate.setPaused(true)
    let passed = Monitor(0)
    let threads = try [BulkGate.Work.contents, .upkeep].map { work in
      try Thread {
        gate.pass(work, unless: stop)
        passed.update { $0 += 1 }
      }
    }
    gate.waitWhilePaused(atMost: .milliseconds(20), unless: stop)
    #expect(passed.update { $0 } == 0)
    gate.setPaused(false)
    for thread in threads { thread.join() }
    #expect(passed.update { $0 } == 2)
  }

  @Test func `a paused gate lets threads go that must stop`() throws {
    let gate = try BulkGate(systemRoot: folder.path)
    let stop = try StopSignal()
    gate.setPaused(true)
    let thread = try Thread { gate.pass(.upkeep, unless: stop) }
    stop.send()
    thread.join()
  }

  @Test func `on battery only contents wait, unless they are wanted`() throws {
    try setSupply("BAT0", ["type": "Battery", "status": "Discharging"])
    let gate = try BulkGate(systemRoot: folder.path)
    let stop = try StopSignal()
    let shown = Monitor<[BulkGate.Obstacle?]>([])
    gate.observe { obstacle in shown.update { $0.append(obstacle) } }
    gate.pass(.upkeep, unless: stop)
    #expect(gate.isClosedForContents)
    let thread = try Thread { gate.pass(.contents, unless: stop) }
    shown.wait { $0 == [.battery] ? () : nil }
    stop.send()
    thread.join()
    #expect(shown.update { $0 } == [.battery, nil])
    gate.setWorksOnBattery(true)
    #expect(!gate.isClosedForContents)
    gate.pass(.contents, unless: try StopSignal())
  }
}
