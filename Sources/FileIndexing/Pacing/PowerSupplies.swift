// SPDX-License-Identifier: Apache-2.0

/// The power supplies of the computer. sysfs-class-power
enum PowerSupplies {
  /// Whether the computer runs on its battery. A computer without one does not.
  ///
  /// - Parameter root: The folder that contains `sys`. Tests have their own.
  static func areOnBattery(in root: String) -> Bool {
    let folder = "\(root)/sys/class/power_supply"
    var isDischarging = false
    for name in KernelFile.names(in: folder) {
      func value(_ attribute: String) -> Substring? { KernelFile.word("\(folder)/\(name)/\(attribute)") }
      // The battery of a mouse, for example.
      if value("scope") == "Device" { continue }
      if value("type") == "Battery" {
        if value("status") == "Discharging" { isDischarging = true }
      } else if let online = value("online"), online != "0" {
        return false
      }
    }
    return isDischarging
  }
}
