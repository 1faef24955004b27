// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

extension CSSearchableItemAttributeSet {
  /// Sets what a camera has written, in addition to the attribute that is derived from it.
  func setCameraForm(_ value: any NSSecureCoding, of key: AttributeKey) {
    guard let name = key.cameraForm, let custom = CSCustomAttributeKey(keyName: name) else { return }
    setValue(value, forCustomKey: custom)
  }

  /// - Parameter number: A value of the EXIF field, of which some have no name.
  func setExposureProgram(_ number: Int?) {
    guard let number, (0...255).contains(number) else { return }
    exposureProgram = EXIF.exposurePrograms[number]
    setCameraForm(number as NSNumber, of: .exposureProgram)
  }
}
