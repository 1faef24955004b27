// SPDX-License-Identifier: Apache-2.0

internal import CIPTCData

/// IPTC datasets, decoded by libiptcdata.
@safe
struct IPTC: ~Copyable {
  /// Datasets of the application record.
  enum Dataset: UInt32 {
    case objectName = 5
    case supplementalCategory = 20
    case keywords = 25
    case instructions = 40
    case dateCreated = 55
    case timeCreated = 60
    case program = 65
    case byline = 80
    case city = 90
    case sublocation = 92
    case state = 95
    case country = 101
    case reference = 103
    case headline = 105
    case credit = 110
    case source = 115
    case copyright = 116
    case contact = 118
    case caption = 120
    case writer = 122
  }

  private let data: UnsafeMutablePointer<IptcData>

  /// - Returns: `nil` when `datasets` do not begin with one.
  init?(_ datasets: [UInt8]) {
    guard !datasets.isEmpty, let data = unsafe iptc_data_new() else { return nil }
    guard unsafe iptc_data_load(data, datasets, UInt32(clamping: datasets.count)) >= 0 else {
      unsafe iptc_data_unref(data)
      return nil
    }
    unsafe self.data = unsafe data
  }

  deinit {
    unsafe iptc_data_unref(data)
  }

  /// The datasets among the resources that Photoshop keeps in a JPEG file; `nil` when there are none.
  static func datasets(inPhotoshopResources resources: [UInt8]) -> [UInt8]? {
    var length: UInt32 = 0
    let offset = unsafe iptc_jpeg_ps3_find_iptc(resources, UInt32(clamping: resources.count), &length)
    guard offset > 0, Int(offset) < resources.count else { return nil }
    return Array(resources[Int(offset)...].prefix(Int(length)))
  }

  /// The texts of all datasets of this kind, in file order.
  func texts(_ dataset: Dataset) -> [String] {
    var texts: [String] = []
    var next = unsafe iptc_data_get_dataset(data, IPTC_RECORD_APP_2, IptcTag(dataset.rawValue))
    while let found = unsafe next {
      if let start = unsafe found.pointee.data {
        let text = unsafe String(looselyDecoding: UnsafeBufferPointer(start: start, count: Int(found.pointee.size)))
        if !text.isEmpty { texts.append(text) }
      }
      unsafe next = unsafe iptc_data_get_next_dataset(data, found, IPTC_RECORD_APP_2, IptcTag(dataset.rawValue))
      unsafe iptc_dataset_unref(found)
    }
    return texts
  }

  func text(_ dataset: Dataset) -> String? {
    texts(dataset).first
  }
}
