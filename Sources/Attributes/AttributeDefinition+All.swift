// SPDX-License-Identifier: Apache-2.0

/// All attributes, in the order of their identifiers on disk.
///
/// The index of a row is its identifier in stored records. Add new rows at the end, and never move
/// or remove one. The columns are: CoreSpotlight's name, the `kMDItem…` name, the type, the
/// multiplicity, the kind of indexing, whether `*` includes it, the unit, the source, and the
/// meaning.
extension AttributeDefinition {
  package static let all: [AttributeDefinition] = [
    // MARK: General
    .init("displayName", "kMDItemDisplayName", .string, .one, .words, .searched, "Name of the document, as shown to people"),
    .init(
      "alternateNames", "kMDItemAlternateNames", .string, .many, .words, .searched,
      "Other names of the document, as shown to people"),
    .init("path", "kMDItemPath", .string, .one, .exact, .named, "Absolute path"),
    .init("contentURL", "", .url, .one, .words, .named, source: .nothing, "File URL of the content of an item"),
    .init("thumbnailURL", "", .url, .one, .none, .named, source: .nothing, "File URL of a thumbnail image"),
    .init("darkThumbnailURL", "", .url, .one, .none, .named, source: .nothing, "File URL of a thumbnail image for a dark appearance"),
    .init("thumbnailData", "", .data, .one, .none, .named, source: .nothing, "Encoded bytes of a thumbnail image"),
    .init(
      "relatedUniqueIdentifier", "", .string, .one, .exact, .named, source: .nothing,
      "Identifier of the item that a user activity belongs to"),
    .init(
      "weakRelatedUniqueIdentifier", "", .string, .one, .exact, .named, source: .nothing,
      "Identifier of a related item, which can be removed independently"),
    .init(
      "metadataModificationDate", "kMDItemAttributeChangeDate", .date, .one, .date, .named, source: .nothing,
      "Date on which any attribute last changed"),
    .init("contentType", "kMDItemContentType", .string, .one, .exact, .named, "Type identifier, such as public.jpeg"),
    .init(
      "contentTypeTree", "kMDItemContentTypeTree", .string, .many, .exact, .named, "Type identifier and those of every more general type"),
    .init("keywords", "kMDItemKeywords", .string, .many, .words, .searched, "Keywords in the content"),
    .init("title", "kMDItemTitle", .string, .one, .words, .searched, "Title of a document or song, or subject of a mail message"),
    .init("version", "kMDItemVersion", .string, .one, .words, .searched, "Version, such as that of the PDF format"),
    .init("rankingHint", "", .integer, .one, .number, .named, source: .nothing, "Importance among the items of the same program, 0 to 100"),
    .init(
      "domainIdentifier", "", .string, .one, .exact, .named, source: .nothing,
      "Identifier of the group of an item, with periods between levels, such as mail.inbox"),
    // MARK: User involvement
    .init("userCreated", "", .boolean, .one, .number, .named, source: .nothing, "Whether the user made the item (1 or 0)"),
    .init("userOwned", "", .boolean, .one, .number, .named, source: .nothing, "Whether the user bought or acquired the item (1 or 0)"),
    .init(
      "userCurated", "", .boolean, .one, .number, .named, source: .nothing,
      "Whether the user selected the item, such as for a playlist (1 or 0)"),
    // MARK: Actions
    .init(
      "supportsPhoneCall", "", .boolean, .one, .number, .named, source: .nothing,
      "Whether the phone numbers of the item can be called (1 or 0)"),
    .init(
      "supportsNavigation", "", .boolean, .one, .number, .named, source: .nothing,
      "Whether directions to the position of the item are offered (1 or 0)"),
    .init("actionIdentifiers", "", .string, .many, .exact, .named, source: .nothing, "Identifiers of actions that the program offers"),
    .init(
      "sharedItemContentType", "", .string, .one, .exact, .named, source: .nothing,
      "Type identifier of the content that the item offers for sharing"),
    // MARK: Containment
    .init("containerTitle", "", .string, .one, .words, .searched, source: .nothing, "Title of the item that contains this one"),
    .init(
      "containerDisplayName", "", .string, .one, .words, .searched, source: .nothing,
      "Name of the item that contains this one, as shown to people"),
    .init("containerIdentifier", "", .string, .one, .exact, .named, source: .nothing, "Identifier of the item that contains this one"),
    .init("containerOrder", "", .integer, .one, .number, .named, source: .nothing, "Position in the item that contains this one"),
    // MARK: Item provider
    .init(
      "providerDataTypeIdentifiers", "", .string, .many, .exact, .named, source: .nothing,
      "Type identifiers that the program can supply as data"),
    .init(
      "providerFileTypeIdentifiers", "", .string, .many, .exact, .named, source: .nothing,
      "Type identifiers that the program can supply as a file"),
    .init(
      "providerInPlaceFileTypeIdentifiers", "", .string, .many, .exact, .named, source: .nothing,
      "Type identifiers of files that the program can open in place"),
    // MARK: Documents
    .init("subject", "kMDItemSubject", .string, .one, .words, .searched, "Subject of the document"),
    .init("theme", "kMDItemTheme", .string, .one, .words, .searched, source: .nothing, "Theme of the document"),
    .init("contentDescription", "kMDItemDescription", .string, .one, .words, .searched, "Abstract, summary, caption or other description"),
    .init("identifier", "kMDItemIdentifier", .string, .one, .exact, .searched, "Formal reference, such as an ISBN or a DOI"),
    .init(
      "audiences", "kMDItemAudiences", .string, .many, .words, .searched, source: .nothing,
      "Groups of people for whom the document is intended"),
    .init("fileSize", "kMDItemFSSize", .integer, .one, .number, .named, unit: .bytes, "Size of the file, in bytes; absent for folders"),
    .init("pageCount", "kMDItemNumberOfPages", .integer, .one, .number, .named, "Number of pages"),
    .init(
      "pageWidth", "kMDItemPageWidth", .number, .one, .number, .named, unit: .points, "Width of the first page, in points of 1/72 inch"),
    .init(
      "pageHeight", "kMDItemPageHeight", .number, .one, .number, .named, unit: .points, "Height of the first page, in points of 1/72 inch"),
    .init("securityMethod", "kMDItemSecurityMethod", .string, .one, .words, .searched, "Method of protection of a PDF document, or None"),
    .init("creator", "kMDItemCreator", .string, .one, .words, .searched, "Program with which the content was first written"),
    .init(
      "encodingApplications", "kMDItemEncodingApplications", .string, .many, .words, .searched,
      "Programs that converted the content, such as to PDF"),
    .init("kind", "kMDItemKind", .string, .one, .words, .searched, "Description of the type for people, such as PDF document"),
    .init("fontNames", "kMDItemFonts", .string, .many, .words, .searched, "Names of the fonts in the document"),
    // MARK: Events
    .init("dueDate", "kMDItemDueDate", .date, .one, .date, .named, "Date by which a task must be completed"),
    .init("completionDate", "", .date, .one, .date, .named, "Date on which a task was completed"),
    .init("startDate", "kMDItemStartDate", .date, .one, .date, .named, "Start of an event"),
    .init("endDate", "kMDItemEndDate", .date, .one, .date, .named, "End of an event"),
    .init("importantDates", "", .date, .many, .date, .named, source: .nothing, "Other dates that matter to the item"),
    .init("allDay", "", .boolean, .one, .number, .named, "Whether an event takes whole days (1 or 0)"),
    // MARK: Places
    .init("headline", "kMDItemHeadline", .string, .one, .words, .searched, "Short summary that is suitable for publication"),
    .init(
      "instructions", "kMDItemInstructions", .string, .one, .words, .searched, "Instructions for the use of the content, such as an embargo"
    ),
    .init("thoroughfare", "", .string, .one, .words, .searched, "Name of the street"),
    .init("subThoroughfare", "", .string, .one, .words, .searched, source: .nothing, "Number of the house in the street"),
    .init("postalCode", "", .string, .one, .words, .searched, "Postal code"),
    .init("city", "kMDItemCity", .string, .one, .words, .searched, "City where the content was made"),
    .init("stateOrProvince", "kMDItemStateOrProvince", .string, .one, .words, .searched, "State or province where the content was made"),
    .init("country", "kMDItemCountry", .string, .one, .words, .searched, "Country where the content was made"),
    .init("fullyFormattedAddress", "", .string, .one, .words, .searched, source: .nothing, "Complete address, formatted for people"),
    .init("altitude", "kMDItemAltitude", .number, .one, .number, .named, unit: .metres, "Altitude, in metres above sea level"),
    .init(
      "latitude", "kMDItemLatitude", .number, .one, .number, .named, unit: .degrees, "Latitude, in degrees (WGS 84); negative in the south"),
    .init(
      "longitude", "kMDItemLongitude", .number, .one, .number, .named, unit: .degrees,
      "Longitude, in degrees (WGS 84); negative in the west"),
    .init(
      "speed", "kMDItemSpeed", .number, .one, .number, .named, unit: .kilometresPerHour,
      "Speed of the recording device, in kilometres per hour"),
    .init(
      "timestamp", "kMDItemTimestamp", .date, .one, .date, .named,
      "Time at which the position was measured, as the camera writes it; also a date"),
    .init(
      "imageDirection", "kMDItemImageDirection", .number, .one, .number, .named, unit: .degrees,
      "Direction in which the camera pointed, in degrees clockwise from north"),
    .init(
      "namedLocation", "kMDItemNamedLocation", .string, .one, .words, .searched,
      "Name of the place, such as a park or a restaurant"),
    .init(
      "gpsTrack", "kMDItemGPSTrack", .number, .one, .number, .named, unit: .degrees,
      "Direction of movement, in degrees clockwise from north"),
    .init(
      "gpsStatus", "kMDItemGPSStatus", .string, .one, .words, .searched,
      "Status of the GPS receiver: A while it measured, V while it was interrupted"),
    .init("gpsMeasureMode", "kMDItemGPSMeasureMode", .string, .one, .words, .searched, "Dimensions of the GPS measurement, 2 or 3"),
    .init("gpsdop", "kMDItemGPSDOP", .number, .one, .number, .named, "Dilution of precision of the position; lower is more precise"),
    .init(
      "gpsMapDatum", "kMDItemGPSMapDatum", .string, .one, .words, .searched, "Name of the geodetic datum of the position, such as WGS-84"),
    .init(
      "gpsDestLatitude", "kMDItemGPSDestLatitude", .number, .one, .number, .named, unit: .degrees,
      "Latitude of the destination, in degrees; negative in the south"),
    .init(
      "gpsDestLongitude", "kMDItemGPSDestLongitude", .number, .one, .number, .named, unit: .degrees,
      "Longitude of the destination, in degrees; negative in the west"),
    .init(
      "gpsDestBearing", "kMDItemGPSDestBearing", .number, .one, .number, .named, unit: .degrees,
      "Bearing to the destination, in degrees clockwise from north"),
    .init(
      "gpsDestDistance", "kMDItemGPSDestDistance", .number, .one, .number, .named,
      "Distance to the destination, in kilometres, miles or nautical miles as in the file"),
    .init(
      "gpsProcessingMethod", "kMDItemGPSProcessingMethod", .string, .one, .words, .searched,
      "Method with which the position was found, such as GPS or CELLID"),
    .init("gpsAreaInformation", "kMDItemGPSAreaInformation", .string, .one, .words, .searched, "Name of the area of the position"),
    .init(
      "gpsDateStamp", "kMDItemGPSDateStamp", .date, .one, .date, .named,
      "Day on which the position was measured, as the camera writes it; also a date"),
    .init(
      "gpsDifferental", "kMDItemGPSDifferental", .number, .one, .number, .named,
      "Whether differential correction was applied to the position (1 or 0)"),
    // MARK: Media
    .init("editors", "kMDItemEditors", .string, .many, .words, .searched, "People who edited the content"),
    .init(
      "participants", "kMDItemParticipants", .string, .many, .words, .searched,
      "People who can be seen or heard, or about whom the content was written"),
    .init("projects", "kMDItemProjects", .string, .many, .words, .searched, source: .nothing, "Projects that the content belongs to"),
    .init("downloadedDate", "kMDItemDownloadedDate", .date, .many, .date, .named, source: .nothing, "Dates of download"),
    .init(
      "contentSources", "kMDItemWhereFroms", .string, .many, .words, .searched, source: .extendedAttribute,
      "Web addresses of a download, or sender and subject of a mail attachment"),
    .init("comment", "kMDItemComment", .string, .one, .words, .searched, "Comment in the content of the file"),
    .init("copyright", "kMDItemCopyright", .string, .one, .words, .searched, "Owner of the copyright, or copyright notice"),
    .init(
      "lastUsedDate", "kMDItemLastUsedDate", .date, .one, .date, .named, source: .use, "Date on which the document was last opened"),
    .init(
      "contentCreationDate", "kMDItemContentCreationDate", .date, .one, .date, .named,
      "Date of creation according to the content, or else of the file"),
    .init(
      "contentModificationDate", "kMDItemContentModificationDate", .date, .one, .date, .named,
      "Date of the last change according to the content, or else of the file"),
    .init("addedDate", "kMDItemDateAdded", .date, .one, .date, .named, "Date on which the document was added to its folder"),
    .init("duration", "kMDItemDurationSeconds", .number, .one, .number, .named, unit: .seconds, "Duration of the recording, in seconds"),
    .init(
      "contactKeywords", "kMDItemContactKeywords", .string, .many, .words, .searched,
      "Contacts that have to do with the document, other than its authors"),
    .init("codecs", "kMDItemCodecs", .string, .many, .words, .searched, "Names of the codecs of sound and video"),
    .init("mediaTypes", "kMDItemMediaTypes", .string, .many, .words, .searched, "Kinds of media in the file: Sound, Video"),
    .init(
      "streamable", "kMDItemStreamable", .boolean, .one, .number, .named,
      "Whether the content is prepared for streaming (1 or 0)"),
    .init(
      "totalBitRate", "kMDItemTotalBitRate", .integer, .one, .number, .named, unit: .bitsPerSecond,
      "Bit rate of sound and video together, in bits per second"),
    .init(
      "videoBitRate", "kMDItemVideoBitRate", .integer, .one, .number, .named, unit: .bitsPerSecond,
      "Bit rate of the video, in bits per second"),
    .init(
      "audioBitRate", "kMDItemAudioBitRate", .integer, .one, .number, .named, unit: .bitsPerSecond,
      "Bit rate of the sound, in bits per second"),
    .init(
      "deliveryType", "kMDItemDeliveryType", .integer, .one, .number, .named, source: .nothing,
      "Delivery: 0 plays while it is downloaded, 1 real-time stream (RTSP)"),
    .init(
      "organizations", "kMDItemOrganizations", .string, .many, .words, .searched,
      "Companies or organizations that made the content"),
    .init("role", "", .string, .one, .words, .searched, source: .nothing, "Role of the person or organization that made the content"),
    .init("languages", "kMDItemLanguages", .string, .many, .words, .searched, "Languages of the content, such as en or pt-BR"),
    .init("rights", "kMDItemRights", .string, .one, .words, .searched, "Statement of the rights in the content, or a link to one"),
    .init("publishers", "kMDItemPublishers", .string, .many, .words, .searched, "Persons or organizations that published the content"),
    .init(
      "contributors", "kMDItemContributors", .string, .many, .words, .searched, "Persons or organizations that contributed to the content"),
    .init(
      "coverage", "kMDItemCoverage", .string, .many, .words, .searched,
      "Places or periods of time that the content covers"),
    .init(
      "rating", "kMDItemStarRating", .number, .one, .number, .named, source: .extendedAttribute,
      "Number of stars that the user gave, 0 to 5"),
    .init(
      "ratingDescription", "", .string, .one, .words, .searched, source: .nothing,
      "Explanation of the rating, such as the number of reviews"),
    .init("playCount", "", .integer, .one, .number, .named, source: .nothing, "Number of times the item was played"),
    .init("information", "kMDItemInformation", .string, .one, .words, .searched, source: .nothing, "General information"),
    .init("director", "kMDItemDirector", .string, .one, .words, .searched, "Director of the film"),
    .init("producer", "kMDItemProducer", .string, .one, .words, .searched, "Producer of the content"),
    .init("genre", "kMDItemGenre", .string, .one, .words, .searched, "Genre of the film"),
    .init("performers", "kMDItemPerformers", .string, .many, .words, .searched, "Performers, such as actors or musicians"),
    .init(
      "originalFormat", "kMDItemOriginalFormat", .string, .one, .words, .searched, source: .nothing,
      "Format in which the film was originally made"),
    .init(
      "originalSource", "kMDItemOriginalSource", .string, .one, .words, .searched, source: .nothing,
      "Source from which the film was originally made"),
    .init("local", "", .boolean, .one, .number, .named, source: .nothing, "Whether the content is stored on this machine (1 or 0)"),
    .init("contentRating", "", .boolean, .one, .number, .named, source: .nothing, "Whether the content is explicit (1 or 0)"),
    .init("url", "kMDItemURL", .url, .one, .words, .searched, "Address of the item"),
    // MARK: Music
    .init("audioSampleRate", "kMDItemAudioSampleRate", .number, .one, .number, .named, unit: .hertz, "Sample rate of the sound, in hertz"),
    .init("audioChannelCount", "kMDItemAudioChannelCount", .integer, .one, .number, .named, "Number of audio channels"),
    .init("tempo", "kMDItemTempo", .number, .one, .number, .named, unit: .beatsPerMinute, "Tempo of the music, in beats per minute"),
    .init("keySignature", "kMDItemKeySignature", .string, .one, .words, .searched, "Key of the music, such as F#m"),
    .init(
      "timeSignature", "kMDItemTimeSignature", .string, .one, .words, .searched, source: .nothing,
      "Time signature of the music, such as 4/4"),
    .init(
      "audioEncodingApplication", "kMDItemAudioEncodingApplication", .string, .one, .words, .searched, "Program that encoded the sound"),
    .init("composer", "kMDItemComposer", .string, .one, .words, .searched, "Composer of the music"),
    .init("lyricist", "kMDItemLyricist", .string, .one, .words, .searched, "Author of the lyrics"),
    .init("album", "kMDItemAlbum", .string, .one, .words, .searched, "Title of the album"),
    .init(
      "artist", "", .string, .one, .words, .searched, source: .nothing,
      "Artist who performs the recording (for music files, kMDItemAuthors)"),
    .init("audioTrackNumber", "kMDItemAudioTrackNumber", .integer, .one, .number, .named, "Number of the track on the album"),
    .init("recordingDate", "kMDItemRecordingDate", .date, .one, .date, .named, "Date on which the performance was recorded"),
    .init("musicalGenre", "kMDItemMusicalGenre", .string, .one, .words, .searched, "Genre of the music, such as Jazz"),
    .init(
      "generalMIDISequence", "kMDItemIsGeneralMIDISequence", .boolean, .one, .number, .named, source: .nothing,
      "Whether the file is a sequence for General MIDI devices (1 or 0)"),
    .init(
      "musicalInstrumentCategory", "kMDItemMusicalInstrumentCategory", .string, .one, .words, .searched, source: .nothing,
      "Category of the instrument, such as Keyboards"),
    .init(
      "musicalInstrumentName", "kMDItemMusicalInstrumentName", .string, .one, .words, .searched, source: .nothing,
      "Name of the instrument, such as Piano"),
    // MARK: Images
    .init("pixelHeight", "kMDItemPixelHeight", .integer, .one, .number, .named, unit: .pixels, "Height of the image, in pixels"),
    .init("pixelWidth", "kMDItemPixelWidth", .integer, .one, .number, .named, unit: .pixels, "Width of the image, in pixels"),
    .init("pixelCount", "kMDItemPixelCount", .integer, .one, .number, .named, unit: .pixels, "Width times height of the image, in pixels"),
    .init("colorSpace", "kMDItemColorSpace", .string, .one, .words, .searched, "Colour space of the image: RGB, Gray, CMYK or Lab"),
    .init(
      "bitsPerSample", "kMDItemBitsPerSample", .integer, .one, .number, .named, unit: .bits,
      "Bits of a colour component of an image, or of a sample of sound"),
    .init("flashOn", "kMDItemFlashOnOff", .boolean, .one, .number, .named, "Whether the flash fired (1 or 0)"),
    .init(
      "focalLength", "kMDItemFocalLength", .number, .one, .number, .named, unit: .millimetres, "Focal length of the lens, in millimetres"),
    .init(
      "focalLength35mm", "kMDItemFocalLength35mm", .number, .one, .number, .named,
      "Focal length with the same angle of view on 35 mm film, in millimetres"),
    .init("acquisitionMake", "kMDItemAcquisitionMake", .string, .one, .words, .searched, "Manufacturer of the camera or other device"),
    .init("acquisitionModel", "kMDItemAcquisitionModel", .string, .one, .words, .searched, "Model of the camera or other device"),
    .init("cameraOwner", "kMDItemCameraOwner", .string, .one, .words, .searched, "Owner of the camera"),
    .init("lensModel", "kMDItemLensModel", .string, .one, .words, .searched, "Model of the lens"),
    .init(
      "isoSpeed", "kMDItemISOSpeed", .integer, .one, .number, .named, "Sensitivity of the film or sensor, as an ISO number such as 400"),
    .init(
      "orientation", "kMDItemOrientation", .integer, .one, .number, .named, "Orientation of the image: 0 landscape or square, 1 portrait"),
    .init("layerNames", "kMDItemLayerNames", .string, .many, .words, .searched, source: .nothing, "Names of the layers of the image"),
    .init("whiteBalance", "kMDItemWhiteBalance", .integer, .one, .number, .named, "White balance of the camera: 0 automatic, 1 manual"),
    .init("aperture", "kMDItemAperture", .number, .one, .number, .named, "Aperture as a logarithmic APEX value: 4 for f/4, 5 for f/5.6"),
    .init("profileName", "kMDItemProfileName", .string, .one, .words, .searched, "Name of the ICC colour profile in the image"),
    .init(
      "resolutionWidthDPI", "kMDItemResolutionWidthDPI", .number, .one, .number, .named, unit: .dotsPerInch,
      "Horizontal resolution of the image, in dots per inch"),
    .init(
      "resolutionHeightDPI", "kMDItemResolutionHeightDPI", .number, .one, .number, .named, unit: .dotsPerInch,
      "Vertical resolution of the image, in dots per inch"),
    .init(
      "exposureMode", "kMDItemExposureMode", .integer, .one, .number, .named,
      "Choice of the exposure: 0 automatic, 1 manual, 2 automatic bracketing"),
    .init("exposureTime", "kMDItemExposureTimeSeconds", .number, .one, .number, .named, unit: .seconds, "Exposure time, in seconds"),
    .init("exifVersion", "kMDItemEXIFVersion", .string, .one, .exact, .named, "Version of the EXIF metadata, such as 2.3"),
    .init(
      "exifgpsVersion", "kMDItemEXIFGPSVersion", .string, .one, .exact, .named, "Version of the GPS part of the EXIF metadata, such as 2.2"),
    .init("hasAlphaChannel", "kMDItemHasAlphaChannel", .boolean, .one, .number, .named, "Whether the image has an alpha channel (1 or 0)"),
    .init("redEyeOn", "kMDItemRedEyeOnOff", .boolean, .one, .number, .named, "Whether the flash was used with red-eye reduction (1 or 0)"),
    .init(
      "meteringMode", "kMDItemMeteringMode", .string, .one, .words, .searched,
      "Method with which the camera measured the light, such as Spot or Pattern"),
    .init("maxAperture", "kMDItemMaxAperture", .number, .one, .number, .named, "Largest aperture of the lens, as a logarithmic APEX value"),
    .init("fNumber", "kMDItemFNumber", .number, .one, .number, .named, "F-number: focal length divided by aperture diameter, such as 5.6"),
    .init(
      "exposureProgram", "kMDItemExposureProgram", .string, .one, .words, .searched,
      "Exposure program of the camera, such as Manual or Aperture priority"),
    .init(
      "exposureTimeString", "kMDItemExposureTimeString", .string, .one, .words, .searched,
      "Exposure time as text, in seconds, such as 1/250"),
    // MARK: Messaging
    .init(
      "accountIdentifier", "kMDItemAccountIdentifier", .string, .one, .exact, .named, source: .nothing,
      "Identifier of the account that the message belongs to"),
    .init(
      "accountHandles", "", .string, .many, .words, .searched, source: .nothing,
      "Mail addresses, phone numbers or other names of the account"),
    .init("htmlContentData", "kMDItemHTMLContent", .data, .one, .none, .named, source: .nothing, "HTML body of the message"),
    .init("textContent", "kMDItemTextContent", .string, .one, .text, .named, "Text of the document, without formatting"),
    .init("authors", "", .person, .many, .words, .searched, source: .nothing, "People who wrote the message (From)"),
    .init("primaryRecipients", "", .person, .many, .words, .searched, source: .nothing, "People to whom the message is addressed (To)"),
    .init("additionalRecipients", "", .person, .many, .words, .searched, source: .nothing, "People who receive a copy of the message (Cc)"),
    .init(
      "hiddenAdditionalRecipients", "", .person, .many, .words, .searched, source: .nothing,
      "People who receive a hidden copy of the message (Bcc)"),
    .init("emailHeaders", "", .dictionary, .one, .none, .named, source: .nothing, "Header fields of the message and their values"),
    .init("mailboxIdentifiers", "", .string, .many, .exact, .named, source: .nothing, "Identifiers of the mailboxes that hold the message"),
    .init(
      "authorNames", "kMDItemAuthors", .string, .many, .words, .searched, alias: "kMDItemAuthor",
      "Names of the authors, in the order of the document"),
    .init("recipientNames", "kMDItemRecipients", .string, .many, .words, .searched, "Names of the recipients"),
    .init(
      "authorEmailAddresses", "kMDItemAuthorEmailAddresses", .string, .many, .words, .searched,
      "Mail addresses of the authors"),
    .init(
      "recipientEmailAddresses", "kMDItemRecipientEmailAddresses", .string, .many, .words, .searched,
      "Mail addresses of the recipients"),
    .init(
      "authorAddresses", "kMDItemAuthorAddresses", .string, .many, .words, .searched, source: .nothing,
      "Addresses of the authors in any kind of messaging"),
    .init(
      "recipientAddresses", "kMDItemRecipientAddresses", .string, .many, .words, .searched, source: .nothing,
      "Addresses of the recipients in any kind of messaging"),
    .init(
      "phoneNumbers", "kMDItemPhoneNumbers", .string, .many, .words, .searched,
      "Phone numbers that have to do with the item"),
    .init(
      "emailAddresses", "kMDItemEmailAddresses", .string, .many, .words, .searched,
      "Mail addresses that have to do with the item"),
    .init(
      "instantMessageAddresses", "kMDItemInstantMessageAddresses", .string, .many, .words, .searched,
      "Addresses for instant messages that have to do with the item"),
    .init(
      "likelyJunk", "kMDItemIsLikelyJunk", .boolean, .one, .number, .named,
      "Whether the message is probably junk (1 or 0)"),
    // MARK: Apple Intelligence
    .init("isPriority", "", .boolean, .one, .number, .named, source: .nothing, "Whether the system gives the item priority (1 or 0)"),
    .init("textContentSummary", "", .string, .one, .words, .searched, source: .nothing, "Summary of the text"),
    .init(
      "transcribedTextContent", "", .string, .one, .words, .searched, source: .nothing,
      "Text of speech in the content, as transcribed by a program"),
    .init(
      "relatedAppEntityIdentifier", "", .string, .one, .exact, .named, source: .nothing,
      "Identifier of the object of the program that the item stands for"),
    // MARK: File system
    .init("", "kMDItemFSName", .string, .one, .words, .searched, "File name, including the extension"),
    .init("", "kMDItemFSContentChangeDate", .date, .one, .date, .named, "Date of the last change to the content of the file"),
    .init(
      "", "kMDItemFSCreationDate", .date, .one, .date, .named, "Date of creation of the file, or of its last change where that is unknown"),
    .init("", "kMDItemFSOwnerUserID", .integer, .one, .number, .named, "User number (UID) of the owner"),
    .init("", "kMDItemFSOwnerGroupID", .integer, .one, .number, .named, "Group number (GID) of the file"),
    .init("", "kMDItemFSNodeCount", .integer, .one, .number, .named, "Number of indexed entries in a folder; absent for files"),
    .init("", "kMDItemFSInvisible", .boolean, .one, .number, .named, "Whether the name begins with a dot (1 or 0)"),
    .init(
      "", "kMDItemFSIsExtensionHidden", .boolean, .one, .number, .named,
      "Whether the extension is hidden (1 or 0); 0 unless an importer sets it"),
    .init(
      "", "kMDItemFSIsStationery", .boolean, .one, .number, .named, source: .nothing, "Whether the file is a template (1 or 0)"),
    .init(
      "", "kMDItemFSHasCustomIcon", .boolean, .one, .number, .named, source: .nothing, "Whether the file has an icon of its own (1 or 0)"),
    .init("", "kMDItemFSLabel", .integer, .one, .number, .named, "Colour label, 0 to 7; 0 unless an importer sets it"),
    .init(
      "", "kMDItemFSFinderFlags", .integer, .one, .number, .named, "Flags of the file in Finder, as a number; 0 unless an importer sets it"),
    .init(
      "", "kMDItemFSCreatorCode", .string, .one, .exact, .named, "Four-character code of the creator; empty unless an importer sets it"),
    .init("", "kMDItemFSTypeCode", .string, .one, .exact, .named, "Four-character code of the type; empty unless an importer sets it"),
    .init("", "kMDItemLogicalSize", .integer, .one, .number, .named, unit: .bytes, "Size of the file, in bytes, as kMDItemFSSize"),
    .init(
      "", "kMDItemPhysicalSize", .integer, .one, .number, .named, unit: .bytes,
      "Space that the file occupies on disk, in bytes; absent for folders"),
    .init(
      "", "kMDItemDocumentIdentifier", .integer, .one, .number, .named,
      "Number of the document in its file system; 0 unless an importer sets it"),
    .init("", "_kMDItemOwnerUserID", .integer, .one, .number, .named, "User number (UID) of the owner, as kMDItemFSOwnerUserID"),
    .init(
      "", "_kMDItemDisplayNameWithExtensions", .string, .one, .words, .searched,
      "Name of the document, as shown to people, including the extension"),
    .init(
      "", "_kMDItemGroupId", .integer, .one, .number, .named,
      "Kind, such as 1 mail, 7 movie, 8 application, 9 folder, 10 audio, 11 PDF, 13 image"),
    // MARK: Common
    .init(
      "", "kMDItemFinderComment", .string, .one, .words, .searched, source: .extendedAttribute, "Comment that the user gave to the file"),
    .init(
      "", "kMDItemUserTags", .string, .many, .words, .searched, alias: "_kMDItemUserTags", source: .extendedAttribute,
      "Tags that the user gave to the file"),
    .init(
      "", "kMDItemCFBundleIdentifier", .string, .one, .exact, .searched, source: .nothing, "Identifier of an application or other bundle"),
    .init("", "kMDItemLastUsedDate_Ranking", .date, .one, .date, .named, source: .use, "Day of kMDItemLastUsedDate, at midnight UTC"),
    .init("", "kMDItemContentCreationDate_Ranking", .date, .one, .date, .named, "Day of kMDItemContentCreationDate, at midnight UTC"),
    .init(
      "", "kMDItemContentModificationDate_Ranking", .date, .one, .date, .named, "Day of kMDItemContentModificationDate, at midnight UTC"),
    .init("", "kMDItemDateAdded_Ranking", .date, .one, .date, .named, "Day of kMDItemDateAdded, at midnight UTC"),
    .init(
      "", "kMDItemInterestingDate_Ranking", .date, .one, .date, .named,
      "Day on which the document was last opened or, if unknown, changed, at midnight UTC"),
    .init("", "kMDItemUseCount", .integer, .one, .number, .named, source: .use, "Number of times the document was opened"),
    .init("", "kMDItemUsedDates", .date, .many, .date, .named, source: .nothing, "Days on which the document was opened"),
    .init(
      "", "kMDItemSupportFileType", .string, .one, .exact, .named,
      "Purpose of a supporting file, such as MDSystemFile for files of the system"),
    .init("", "kMDItemFavoriteRank", .integer, .one, .number, .named, source: .nothing, "Rank among the favourites of the user"),
    .init("", "kMDItemLabel", .string, .one, .exact, .named, source: .nothing, "Identifier of a label"),
    .init("", "kMDItemIsScreenCapture", .boolean, .one, .number, .named, source: .nothing, "Whether the image is a screenshot (1 or 0)"),
    .init(
      "", "kMDItemImageIsScreenshot", .boolean, .one, .number, .named, source: .nothing,
      "Whether the image is a screenshot (1 or 0), as kMDItemIsScreenCapture"),
    .init(
      "", "kMDItemScreenCaptureType", .string, .one, .words, .searched, source: .nothing,
      "What a screenshot shows: display, selection or window"),
    .init(
      "", "kMDItemScreenCaptureGlobalRect", .number, .many, .number, .named, source: .nothing,
      "Rectangle of the screen that a screenshot shows"),
    .init(
      "", "kMDItemIsApplicationManaged", .boolean, .one, .number, .named, source: .nothing, "Whether a program manages the file (1 or 0)"),
    .init(
      "", "com_apple_backup_excludeItem", .string, .one, .exact, .named, source: .nothing,
      "Present, as com.apple.backupd, if the file is excluded from backups"),
    .init(
      "", "com_apple_xcode_dsym_uuids", .string, .many, .exact, .named, source: .nothing,
      "UUIDs of the programs that a bundle of debugging symbols belongs to"),
    .init("", "com_apple_mail_read", .boolean, .one, .number, .named, source: .nothing, "Whether the mail message has been read (1 or 0)"),
    // MARK: Applications
    .init(
      "", "kMDItemApplicationCategories", .string, .many, .exact, .named, "Categories of an application"),
    .init(
      "", "kMDItemExecutableArchitectures", .string, .many, .exact, .named, source: .nothing,
      "Processor architectures for which a program was compiled"),
    .init("", "kMDItemExecutablePlatform", .string, .one, .words, .searched, source: .nothing, "Platform on which a program runs"),
    .init(
      "", "kMDItemAppStoreHasReceipt", .boolean, .one, .number, .named, source: .nothing,
      "Whether an application came from the App Store (1 or 0)"),
    .init(
      "", "kMDItemAppStoreCategory", .string, .one, .words, .searched, source: .nothing,
      "Name of the category of an application in the App Store"),
    .init(
      "", "kMDItemAppStoreCategoryType", .string, .one, .exact, .named, source: .nothing,
      "Type identifier of the category of an application in the App Store"),
    .init("", "kMDItemAppStoreAdamID", .integer, .one, .number, .named, source: .nothing, "Number of an application in the App Store"),
    .init(
      "", "kMDItemAppStorePurchaseDate", .date, .one, .date, .named, source: .nothing,
      "Date on which an application was bought in the App Store"),
    // MARK: Music
    .init("", "kMDItemRecordingYear", .integer, .one, .number, .named, "Year of the recording"),
    .init("", "kMDItemAppleLoopDescriptors", .string, .many, .words, .searched, source: .nothing, "Words that describe an Apple Loop"),
    .init(
      "", "kMDItemAppleLoopsKeyFilterType", .string, .one, .words, .searched, source: .nothing,
      "Keys that an Apple Loop suits: AnyKey, Major, Minor, NeitherKey or BothKeys"),
    .init(
      "", "kMDItemAppleLoopsLoopMode", .string, .one, .words, .searched, source: .nothing,
      "Whether an Apple Loop is repeated: Looping or Non-looping"),
    .init("", "kMDItemAppleLoopsRootKey", .string, .one, .words, .searched, source: .nothing, "Root note of the key of an Apple Loop"),
    // MARK: File system
    .init("", "kMDItemMIMEType", .string, .one, .exact, .named, "MIME type, such as image/jpeg"),
    // MARK: Mail
    .init("", "kMDItemAttachmentNames", .string, .many, .words, .searched, "Names of the files that are attached to mail"),
  ]
}
