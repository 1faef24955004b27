// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

/// Every property of an attribute set that Apple documents, with Apple's name and type.
@Suite struct AttributeSurfaceTests {
  static var strings: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, String?>] {
    [
      \.displayName, \.path, \.relatedUniqueIdentifier, \.weakRelatedUniqueIdentifier, \.contentType, \.title, \.version,
      \.domainIdentifier, \.containerTitle, \.containerDisplayName, \.containerIdentifier, \.subject, \.theme, \.contentDescription,
      \.identifier, \.securityMethod, \.creator, \.kind, \.headline, \.instructions, \.thoroughfare, \.subThoroughfare, \.postalCode,
      \.city, \.stateOrProvince, \.country, \.fullyFormattedAddress, \.namedLocation, \.gpsStatus, \.gpsMeasureMode, \.gpsMapDatum,
      \.gpsProcessingMethod, \.gpsAreaInformation, \.comment, \.copyright, \.role, \.rights, \.ratingDescription, \.information, \.director,
      \.producer, \.genre, \.originalFormat, \.originalSource, \.keySignature, \.timeSignature, \.audioEncodingApplication, \.composer,
      \.lyricist, \.album, \.artist, \.musicalGenre, \.musicalInstrumentCategory, \.musicalInstrumentName, \.colorSpace, \.acquisitionMake,
      \.acquisitionModel, \.cameraOwner, \.lensModel, \.profileName, \.exifVersion, \.exifgpsVersion, \.meteringMode, \.exposureProgram,
      \.exposureTimeString, \.accountIdentifier, \.textContent, \.textContentSummary, \.transcribedTextContent,
    ]
  }

  static var numbers: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, NSNumber?>] {
    [
      \.rankingHint, \.userCreated, \.userOwned, \.userCurated, \.supportsPhoneCall, \.supportsNavigation, \.containerOrder, \.fileSize,
      \.pageCount, \.pageWidth, \.pageHeight, \.allDay, \.altitude, \.latitude, \.longitude, \.speed, \.imageDirection, \.gpsTrack,
      \.gpsdop, \.gpsDestLatitude, \.gpsDestLongitude, \.gpsDestBearing, \.gpsDestDistance, \.gpsDifferental, \.duration, \.streamable,
      \.totalBitRate, \.videoBitRate, \.audioBitRate, \.deliveryType, \.rating, \.playCount, \.local, \.contentRating, \.audioSampleRate,
      \.audioChannelCount, \.tempo, \.audioTrackNumber, \.generalMIDISequence, \.pixelHeight, \.pixelWidth, \.pixelCount, \.bitsPerSample,
      \.flashOn, \.focalLength, \.focalLength35mm, \.isoSpeed, \.orientation, \.whiteBalance, \.aperture, \.resolutionWidthDPI,
      \.resolutionHeightDPI, \.exposureMode, \.exposureTime, \.hasAlphaChannel, \.redEyeOn, \.maxAperture, \.fNumber,
    ]
  }

  static var lists: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, [String]?>] {
    [
      \.alternateNames, \.contentTypeTree, \.keywords, \.providerDataTypeIdentifiers, \.providerFileTypeIdentifiers,
      \.providerInPlaceFileTypeIdentifiers, \.audiences, \.encodingApplications, \.fontNames, \.editors, \.participants, \.projects,
      \.contentSources, \.contactKeywords, \.codecs, \.mediaTypes, \.organizations, \.languages, \.publishers, \.contributors, \.coverage,
      \.performers, \.layerNames, \.accountHandles, \.mailboxIdentifiers, \.authorNames, \.recipientNames, \.authorEmailAddresses,
      \.recipientEmailAddresses, \.authorAddresses, \.recipientAddresses, \.phoneNumbers, \.emailAddresses, \.instantMessageAddresses,
    ]
  }

  static var dates: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Date?>] {
    [
      \.metadataModificationDate, \.dueDate, \.completionDate, \.startDate, \.endDate, \.timestamp, \.gpsDateStamp, \.downloadedDate,
      \.lastUsedDate, \.contentCreationDate, \.contentModificationDate, \.addedDate, \.recordingDate,
    ]
  }

  static var urls: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, URL?>] {
    [
      \.contentURL, \.thumbnailURL, \.darkThumbnailURL, \.url,
    ]
  }

  static var data: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Data?>] {
    [
      \.thumbnailData, \.htmlContentData,
    ]
  }

  static var persons: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, [CSPerson]?>] {
    [
      \.authors, \.primaryRecipients, \.additionalRecipients, \.hiddenAdditionalRecipients,
    ]
  }

  /// Sets a property of an empty set to a value and back to `nil`.
  private func roundTrip<Value: Equatable>(_ path: ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Value?>, _ value: Value) -> Bool {
    let set = CSSearchableItemAttributeSet()
    guard set[keyPath: path] == nil else { return false }
    set[keyPath: path] = value
    guard set[keyPath: path] == value, (set.copy() as? CSSearchableItemAttributeSet)?[keyPath: path] == value else { return false }
    set[keyPath: path] = nil
    return set[keyPath: path] == nil && "\(set)" == "CSSearchableItemAttributeSet()"
  }

  @Test func `each property is nil until it is set`() throws {
    for path in Self.strings { #expect(roundTrip(path, "text"), "\(path)") }
    for path in Self.numbers { #expect(roundTrip(path, 1), "\(path)") }
    for path in Self.lists { #expect(roundTrip(path, ["a", "b"]), "\(path)") }
    for path in Self.dates { #expect(roundTrip(path, Date(timeIntervalSinceReferenceDate: 1.5)), "\(path)") }
    for path in Self.urls { #expect(roundTrip(path, try #require(URL(string: "file:///a"))), "\(path)") }
    for path in Self.data { #expect(roundTrip(path, Data([1, 2])), "\(path)") }
    let person = CSPerson(displayName: "Ann", handles: ["1"], handleIdentifier: "phoneNumbers")
    for path in Self.persons { #expect(roundTrip(path, [person]), "\(path)") }
  }

  @Test func `properties with other types`() {
    let set = CSSearchableItemAttributeSet()
    let isPriority: NSNumber? = set.isPriority
    let likelyJunk: NSNumber = set.likelyJunk
    let actionIdentifiers: [String] = set.actionIdentifiers
    let importantDates: [Date]? = set.importantDates
    let emailHeaders: [String: [Any]]? = set.emailHeaders
    let sharedItemContentType: UTType? = set.sharedItemContentType
    #expect(isPriority == nil && likelyJunk == 0 && actionIdentifiers.isEmpty && importantDates == nil && emailHeaders == nil)
    #expect(sharedItemContentType == nil)
    set.importantDates = [Date(timeIntervalSinceReferenceDate: 1)]
    set.likelyJunk = 1
    #expect(set.importantDates?.count == 1 && set.likelyJunk == 1)
  }
}
