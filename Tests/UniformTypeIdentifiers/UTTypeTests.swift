// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

struct UTTypeTests {
  /// All members that Apple declares, with their documented identifiers.
  private static let members: [(UTType, String)] = [
    (.item, "public.item"), (.content, "public.content"), (.compositeContent, "public.composite-content"), (.data, "public.data"),
    (.directory, "public.directory"), (.folder, "public.folder"), (.volume, "public.volume"), (.resolvable, "com.apple.resolvable"),
    (.symbolicLink, "public.symlink"), (.mountPoint, "com.apple.mount-point"), (.aliasFile, "com.apple.alias-file"),
    (.package, "com.apple.package"), (.bundle, "com.apple.bundle"), (.pluginBundle, "com.apple.plugin"),
    (.spotlightImporter, "com.apple.metadata-importer"), (.quickLookGenerator, "com.apple.quicklook-generator"),
    (.xpcService, "com.apple.xpc-service"), (.framework, "com.apple.framework"), (.executable, "public.executable"),
    (.application, "com.apple.application"), (.applicationBundle, "com.apple.application-bundle"),
    (.applicationExtension, "com.apple.application-and-system-extension"), (.unixExecutable, "public.unix-executable"),
    (.exe, "com.microsoft.windows-executable"), (.systemPreferencesPane, "com.apple.systempreference.prefpane"), (.url, "public.url"),
    (.fileURL, "public.file-url"), (.urlBookmarkData, "com.apple.bookmark"), (.internetLocation, "com.apple.internet-location"),
    (.propertyList, "com.apple.property-list"), (.xmlPropertyList, "com.apple.xml-property-list"),
    (.binaryPropertyList, "com.apple.binary-property-list"), (.database, "public.database"), (.x509Certificate, "public.x509-certificate"),
    (.pkcs12, "com.rsa.pkcs-12"), (.icc, "com.apple.colorsync-profile"), (.font, "public.font"),
    (.linkPresentationMetadata, "com.apple.linkpresentation.metadata"), (.ahap, "com.apple.haptics.ahap"), (.log, "public.log"),
    (.text, "public.text"), (.plainText, "public.plain-text"), (.utf8PlainText, "public.utf8-plain-text"),
    (.utf16PlainText, "public.utf16-plain-text"), (.utf16ExternalPlainText, "public.utf16-external-plain-text"),
    (.delimitedText, "public.delimited-values-text"), (.commaSeparatedText, "public.comma-separated-values-text"),
    (.tabSeparatedText, "public.tab-separated-values-text"), (.utf8TabSeparatedText, "public.utf8-tab-separated-values-text"),
    (.rtf, "public.rtf"), (.rtfd, "com.apple.rtfd"), (.flatRTFD, "com.apple.flat-rtfd"), (.html, "public.html"), (.xml, "public.xml"),
    (.yaml, "public.yaml"), (.json, "public.json"), (.geoJSON, "public.geojson"), (.css, "public.css"), (.sourceCode, "public.source-code"),
    (.assemblyLanguageSource, "public.assembly-source"), (.cSource, "public.c-source"), (.objectiveCSource, "public.objective-c-source"),
    (.objectiveCPlusPlusSource, "public.objective-c-plus-plus-source"), (.swiftSource, "public.swift-source"),
    (.cPlusPlusSource, "public.c-plus-plus-source"), (.cHeader, "public.c-header"), (.cPlusPlusHeader, "public.c-plus-plus-header"),
    (.script, "public.script"), (.appleScript, "com.apple.applescript.text"), (.osaScript, "com.apple.applescript.script"),
    (.osaScriptBundle, "com.apple.applescript.script-bundle"), (.javaScript, "com.netscape.javascript-source"),
    (.shellScript, "public.shell-script"), (.perlScript, "public.perl-script"), (.pythonScript, "public.python-script"),
    (.rubyScript, "public.ruby-script"), (.phpScript, "public.php-script"), (.makefile, "public.make-source"), (.image, "public.image"),
    (.jpeg, "public.jpeg"), (.tiff, "public.tiff"), (.gif, "com.compuserve.gif"), (.png, "public.png"), (.icns, "com.apple.icns"),
    (.bmp, "com.microsoft.bmp"), (.ico, "com.microsoft.ico"), (.rawImage, "public.camera-raw-image"), (.svg, "public.svg-image"),
    (.livePhoto, "com.apple.live-photo"), (.heif, "public.heif"), (.heic, "public.heic"), (.heics, "public.heics"),
    (.webP, "org.webmproject.webp"), (.exr, "com.ilm.openexr-image"), (.dng, "com.adobe.raw-image"), (.jpegxl, "public.jpeg-xl"),
    (.threeDContent, "public.3d-content"), (.usd, "com.pixar.universal-scene-description"),
    (.usdz, "com.pixar.universal-scene-description-mobile"), (.realityFile, "com.apple.reality"),
    (.sceneKitScene, "com.apple.scenekit.scene"),
    (.arReferenceObject, "com.apple.arobject"), (.audiovisualContent, "public.audiovisual-content"), (.movie, "public.movie"),
    (.video, "public.video"), (.audio, "public.audio"), (.quickTimeMovie, "com.apple.quicktime-movie"), (.mpeg, "public.mpeg"),
    (.mpeg2Video, "public.mpeg-2-video"), (.mpeg2TransportStream, "public.mpeg-2-transport-stream"), (.mp3, "public.mp3"),
    (.mpeg4Movie, "public.mpeg-4"), (.mpeg4Audio, "public.mpeg-4-audio"), (.appleProtectedMPEG4Audio, "com.apple.protected-mpeg-4-audio"),
    (.appleProtectedMPEG4Video, "com.apple.protected-mpeg-4-video"), (.avi, "public.avi"), (.aiff, "public.aiff-audio"),
    (.wav, "com.microsoft.waveform-audio"), (.midi, "public.midi-audio"), (.playlist, "public.playlist"),
    (.m3uPlaylist, "public.m3u-playlist"),
    (.pdf, "com.adobe.pdf"), (.epub, "org.idpf.epub-container"), (.webArchive, "com.apple.webarchive"),
    (.spreadsheet, "public.spreadsheet"),
    (.presentation, "public.presentation"), (.archive, "public.archive"), (.gzip, "org.gnu.gnu-zip-archive"),
    (.bz2, "public.bzip2-archive"),
    (.zip, "public.zip-archive"), (.tarArchive, "public.tar-archive"), (.appleArchive, "com.apple.archive"),
    (.diskImage, "public.disk-image"),
    (.message, "public.message"), (.emailMessage, "public.email-message"), (.contact, "public.contact"), (.vCard, "public.vcard"),
    (.toDoItem, "public.to-do-item"), (.calendarEvent, "public.calendar-event"), (.bookmark, "public.bookmark"),
  ]

  @Test(arguments: members)
  func `a static member has Apple's identifier and is declared`(type: UTType, identifier: String) {
    #expect(type.identifier == identifier)
    #expect(UTType(identifier) == type)
    #expect(type.isDeclared && !type.isDynamic)
    #expect(type.isPublic == identifier.hasPrefix("public."))
  }

  /// Apple's systems summarize items of this type.
  @Test func `a voice message is audio`() throws {
    let type = try #require(UTType("public.voice-audio"))
    #expect(type.isDeclared && type.conforms(to: .audio) && type.localizedDescription != nil)
  }

  @Test func `conformance is transitive, and excludes the type itself for super- and subtypes`() {
    #expect(UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .content) && UTType.jpeg.conforms(to: .jpeg))
    #expect(!UTType.jpeg.conforms(to: .text) && !UTType.image.conforms(to: .jpeg))
    #expect(UTType.image.isSupertype(of: .jpeg) && UTType.jpeg.isSubtype(of: .image))
    #expect(!UTType.image.isSupertype(of: .image) && !UTType.image.isSubtype(of: .image))
    #expect(UTType.jpeg.supertypes == [.image, .data, .item, .content])
    #expect(UTType.item.supertypes.isEmpty)
  }

  @Test(arguments: [
    ("jpg", "public.jpeg"), ("JPEG", "public.jpeg"), ("swift", "public.swift-source"), ("key", "com.apple.iwork.keynote.sffkey"),
    ("tar.gz", "org.gnu.gnu-zip-tar-archive"), ("md", "net.daringfireball.markdown"), ("mts", "public.avchd-mpeg-2-transport-stream"),
    ("heic", "public.heic"),
  ])
  func `an extension has a type`(name: String, identifier: String) {
    #expect(UTType(filenameExtension: name)?.identifier == identifier)
    #expect(UTType(tag: name, tagClass: .filenameExtension, conformingTo: nil)?.identifier == identifier)
  }

  @Test func `the supertype chooses among types, or creates a dynamic one`() throws {
    #expect(UTType(filenameExtension: "app", conformingTo: .package) == .applicationBundle)
    let file = try #require(UTType(filenameExtension: "app", conformingTo: .data))
    #expect(file.isDynamic && file.conforms(to: .data) && !file.conforms(to: .package))
    let unknown = try #require(UTType(filenameExtension: "Unheard", conformingTo: .image))
    #expect(unknown.isDynamic && unknown.conforms(to: .image) && !unknown.isDeclared)
    #expect(unknown.preferredFilenameExtension == "unheard" && unknown.preferredMIMEType == nil)
    #expect(UTType(unknown.identifier) == unknown)
    #expect(UTType.types(tag: "ts", tagClass: .filenameExtension, conformingTo: .movie) == [.mpeg2TransportStream])
  }

  @Test(arguments: [
    ("image/jpeg", "public.jpeg"), ("IMAGE/JPEG", "public.jpeg"), ("image/heic", "public.heic"), ("text/rtf", "public.rtf"),
    ("application/rtf", "public.rtf"), ("audio/mp4", "public.mpeg-4-audio"), ("audio/x-m4a", "com.apple.m4a-audio"),
    ("video/mp4", "public.mpeg-4"), ("application/pdf", "com.adobe.pdf"), ("text/x-script.python", "public.python-script"),
  ])
  func `a MIME type has a type`(mimeType: String, identifier: String) {
    #expect(UTType(mimeType: mimeType)?.identifier == identifier)
  }

  @Test func `an unknown MIME type creates a dynamic type that keeps it`() throws {
    let type = try #require(UTType(mimeType: "application/vnd.unheard"))
    #expect(type.isDynamic && type.preferredMIMEType == "application/vnd.unheard" && type.conforms(to: .data))
    #expect(type.localizedDescription == "vnd.unheard file")
  }

  @Test(arguments: ["", "a/b", "a:b", "\u{0}"])
  func `a tag that cannot be part of a file name has no type`(tag: String) {
    #expect(UTType(filenameExtension: tag) == nil)
    #expect(UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil).isEmpty)
  }

  @Test func `an invalid MIME type and an unknown tag class have no type`() {
    #expect(UTType(mimeType: "jpeg") == nil)
    #expect(UTType(tag: "JPEG", tagClass: UTTagClass(rawValue: "com.apple.ostype"), conformingTo: nil) == nil)
  }

  @Test func `a type lists its tags, the preferred ones first`() {
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg" && UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.jpeg.tags[.filenameExtension]?.contains("jpg") == true)
    #expect(UTType.plainText.preferredFilenameExtension == "txt")
    #expect(UTType.image.tags.isEmpty && UTType.image.preferredMIMEType == nil)
    #expect(UTType.pdf.localizedDescription == "PDF document")
  }

  @Test func `a custom type conforms to its declared supertypes`() {
    #expect(UTType("com.example.drawing") == nil)
    let drawing = UTType(exportedAs: "com.example.drawing", conformingTo: .image)
    #expect(UTType("com.example.drawing") == drawing)
    #expect(drawing.conforms(to: .image) && drawing.conforms(to: .data) && drawing.isDeclared)
    #expect(drawing.localizedDescription == nil)
    let special = UTType(importedAs: "com.example.special-drawing", conformingTo: drawing)
    #expect(special.isSubtype(of: drawing) && special.isSubtype(of: .image))
    #expect(UTType(exportedAs: "com.example.plain").conforms(to: .data))
    #expect(UTType(exportedAs: "public.jpeg", conformingTo: .text) == .jpeg && !UTType.jpeg.conforms(to: .text))
  }

  @Test(arguments: ["", "dyn.a", "dyn.mine"])
  func `no program defines a dynamic type, or one without a name`(identifier: String) {
    #expect(UTType(exportedAs: identifier, conformingTo: .image).identifier == identifier)
    #expect(UTType(identifier) == nil)
  }
}
