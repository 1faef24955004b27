// SPDX-License-Identifier: Apache-2.0

import CommandLine
import CoreSpotlight
import Foundation
import Testing

@Suite struct ConstantTests {
  @Test func `constants have Apple's values`() {
    #expect(CSSearchableItemActionType == "com.apple.corespotlightitem")
    #expect(CSActionIdentifier == "CSActionIdentifier")
    #expect(CSSearchableItemActivityIdentifier == "kCSSearchableItemActivityIdentifier")
    #expect(CSQueryContinuationActionType == "com.apple.corespotlightquerycontinuation")
    #expect(CSSearchQueryString == "kCSSearchQueryString")
    #expect(CSIndexErrorDomain == "CSIndexErrorDomain" && CSSearchQueryErrorDomain == "CSSearchQueryErrorDomain")
    #expect(CoreSpotlightAPIVersion == 40)
  }

  @Test func `the version is that of Searchlight`() {
    #expect(CoreSpotlightVersionString == "@(#)PROGRAM:CoreSpotlight  PROJECT:Searchlight-\(Version.current)\n")
    #expect("\(CoreSpotlightVersionNumber)" == Version.current.split(separator: ".").prefix(2).joined(separator: "."))
  }

  @Test func `mailboxes are different`() {
    #expect(Set([CSMailboxInbox, CSMailboxDrafts, CSMailboxSent, CSMailboxJunk, CSMailboxTrash, CSMailboxArchive]).count == 6)
  }

  @Test func `Foundation has the protection classes`() {
    let classes: [FileProtectionType] = [.none, .complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication]
    #expect(Set(classes.map(\.rawValue)).count == 4)
  }

  static let contentTypes = [
    kUTTypeItem, kUTTypeContent, kUTTypeCompositeContent, kUTTypeData, kUTTypeDirectory, kUTTypeFolder, kUTTypeVolume, kUTTypePackage,
    kUTTypeBundle, kUTTypePluginBundle, kUTTypeSpotlightImporter, kUTTypeQuickLookGenerator, kUTTypeXPCService, kUTTypeFramework,
    kUTTypeSystemPreferencesPane, kUTTypeResolvable, kUTTypeSymLink, kUTTypeMountPoint, kUTTypeAliasFile, kUTTypeURLBookmarkData,
    kUTTypeURL, kUTTypeFileURL, kUTTypeInternetLocation, kUTTypeBookmark, kUTTypeExecutable, kUTTypeApplication,
    kUTTypeApplicationBundle, kUTTypeApplicationFile, kUTTypeUnixExecutable, kUTTypeWindowsExecutable, kUTTypeJavaClass,
    kUTTypeJavaArchive, kUTTypeArchive, kUTTypeDiskImage, kUTTypeGNUZipArchive, kUTTypeBzip2Archive, kUTTypeZipArchive, kUTTypeMessage,
    kUTTypeEmailMessage, kUTTypeContact, kUTTypeVCard, kUTTypeToDoItem, kUTTypeCalendarEvent, kUTTypeDatabase, kUTTypeFont, kUTTypeLog,
    kUTTypePKCS12, kUTTypeX509Certificate, kUTTypeText, kUTTypePlainText, kUTTypeUTF8PlainText, kUTTypeUTF16ExternalPlainText,
    kUTTypeUTF16PlainText, kUTTypeDelimitedText, kUTTypeCommaSeparatedText, kUTTypeTabSeparatedText, kUTTypeUTF8TabSeparatedText,
    kUTTypeRTF, kUTTypeHTML, kUTTypeXML, kUTTypeSourceCode, kUTTypeAssemblyLanguageSource, kUTTypeCSource, kUTTypeObjectiveCSource,
    kUTTypeSwiftSource, kUTTypeCPlusPlusSource, kUTTypeObjectiveCPlusPlusSource, kUTTypeCHeader, kUTTypeCPlusPlusHeader,
    kUTTypeJavaSource, kUTTypeScript, kUTTypeAppleScript, kUTTypeOSAScript, kUTTypeOSAScriptBundle, kUTTypeJavaScript,
    kUTTypeShellScript, kUTTypePerlScript, kUTTypePythonScript, kUTTypeRubyScript, kUTTypePHPScript, kUTTypeJSON, kUTTypePropertyList,
    kUTTypeXMLPropertyList, kUTTypeBinaryPropertyList, kUTTypePDF, kUTTypeRTFD, kUTTypeFlatRTFD, kUTTypeWebArchive,
    kUTTypeElectronicPublication, kUTTypeSpreadsheet, kUTTypePresentation, kUTTypeImage, kUTTypeJPEG, kUTTypeJPEG2000, kUTTypeTIFF,
    kUTTypePICT, kUTTypeGIF, kUTTypePNG, kUTTypeQuickTimeImage, kUTTypeAppleICNS, kUTTypeBMP, kUTTypeICO, kUTTypeRawImage,
    kUTTypeScalableVectorGraphics, kUTTypeLivePhoto, kUTTypeAudiovisualContent, kUTTypeMovie, kUTTypeVideo, kUTTypeAudio,
    kUTTypeQuickTimeMovie, kUTTypeMPEG, kUTTypeMPEG2Video, kUTTypeMPEG2TransportStream, kUTTypeMP3, kUTTypeMPEG4, kUTTypeMPEG4Audio,
    kUTTypeAppleProtectedMPEG4Audio, kUTTypeAppleProtectedMPEG4Video, kUTTypeAVIMovie, kUTTypeAudioInterchangeFileFormat,
    kUTTypeWaveformAudio, kUTTypeMIDIAudio, kUTTypePlaylist, kUTTypeM3UPlaylist, kUTType3DContent,
  ]

  @Test(arguments: contentTypes)
  func `constants of content types are declared`(identifier: String) throws {
    #expect(try #require(UTType(identifier)).isDeclared)
  }

  @Test func `no two constants are the same content type`() { #expect(Set(Self.contentTypes).count == Self.contentTypes.count) }
}
