// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import ImporterSupport
package import Markup

extension DocumentImporter {
  func importHTML(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    var parser = try HTMLParser()
    let content = parser.content
    defer { attributes.take(content.metadata) }
    try file.forEachPieceOfText(declaration: CharacterEncoding.declared(inHTML:)) { try parser.parse($0.span, to: text) }
    try parser.finish(to: text)
  }
}

extension CSSearchableItemAttributeSet {
  package func take(_ metadata: HTMLMetadata) {
    title = metadata.title
    authorNames = metadata.authors.nonEmpty
    contributors = metadata.contributors.nonEmpty
    publishers = metadata.publishers.nonEmpty
    keywords = metadata.keywords.nonEmpty
    languages = metadata.languages.languageTags
    contentDescription = metadata.description
    copyright = metadata.copyright
    identifier = metadata.identifier
    creator = metadata.generator
    contentCreationDate = metadata.creationDate
    contentModificationDate = metadata.modificationDate
    for (name, value) in metadata.others { take(value, named: name) }
  }
}
