// SPDX-License-Identifier: Apache-2.0

/// Small files of each kind that the importer for mail reads.
enum MailFixture {
  static let all: [(type: String, text: String)] = [
    ("com.apple.mail.email", message), ("com.apple.mail.mbox", mailbox), ("com.apple.ical.ics", calendar), ("public.vcard", contact),
  ]

  static let message = """
    From: =?UTF-8?Q?Ada_L=C3=B6velace?= <ada@example.org>
    To: Bob <bob@example.org>, friends: Eve <eve@example.org>, x@example.org;
    Cc: carol@example.org
    Subject: =?ISO-8859-1?Q?Gr=FC=DFe?= aus
     Berlin
    Date: Tue, 1 Jul 2014 15:38:50 +0200
    Message-ID: <abc@example.org>
    User-Agent: Pen/1.0
    X-Spam-Flag: YES
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=b

    --b
    Content-Type: multipart/alternative; boundary=c

    --c
    Content-Type: text/plain; charset=ISO-8859-2
    Content-Transfer-Encoding: quoted-printable

    Dwa =BF=F3=B3wie
    --c
    Content-Type: text/html; charset=utf-8

    <p>the same</p>
    --c--
    --b
    Content-Type: text/html; charset=windows-1251
    Content-Transfer-Encoding: base64

    PHA+zeDi5fLw6/w8L3A+
    --b
    Content-Type: application/pdf; name="plan.pdf"
    Content-Disposition: attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf
    Content-Transfer-Encoding: base64

    JVBERg==
    --b
    Content-Type: message/rfc822

    From: Zoe <zoe@example.org>
    Subject: Forwarded

    inner text
    --b--

    """

  static let mailbox = """
    From ada@example.org Tue Jul  1 15:38:50 2014
    From: Ada <ada@example.org>
    Subject: First

    one
    >From here on
    From bob@example.org Tue Jul  1 15:38:50 2014
    From: Bob <bob@example.org>
    Subject: Second

    two

    """

  /// A mailbox of Thunderbird with a message for each status.
  static func mailbox(withStatuses statuses: [String]) -> String {
    statuses.map { "From - Fri Mar  5 10:00:00 2021\nX-Mozilla-Status: \($0)\nSubject: status\($0)\n\nbody\($0)\n\n" }.joined()
  }

  static let calendar = """
    BEGIN:VCALENDAR\r
    BEGIN:VEVENT\r
    UID:123\r
    SUMMARY:Tea\\, with\r
      friends\r
    DTSTART;TZID=Europe/Berlin:20140701T153850\r
    DTEND:20140701T143850Z\r
    LOCATION:Garden\r
    CATEGORIES:one,two\r
    GEO:52.5;13.4\r
    ORGANIZER;CN="Ada: L.":mailto:ada@example.org\r
    ATTENDEE;CN=Bob:mailto:bob@example.org\r
    URL:https://example.org/tea\r
    CONFERENCE;VALUE=URI;LABEL=Tea room:https://meet.example.org/x\r
    ATTACH;FILENAME=cake.pdf;ENCODING=BASE64;VALUE=BINARY:QUJDRA==\r
    ATTACH;FMTTYPE=text/plain:https://example.org/list.txt\r
    ATTACH:CID:part3.1\r
    BEGIN:VALARM\r
    DESCRIPTION:Reminder\r
    END:VALARM\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  static let contact = """
    BEGIN:VCARD\r
    FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg=\r
     M\r
    item1.TEL;CELL:+49 30 1\r
    EMAIL;TYPE=home:j@example.org\r
    ADR:;;Street 1\\; left;Berlin;;10115;Germany\r
    ORG:ACME;Lab\r
    NOTE:first\\nsecond\r
    PHOTO;ENCODING=b:AAAA\r
    RELATED;VALUE=text;TYPE=spouse:Zoe\r
    RELATED:urn:uuid:f81d4fae\r
    HOBBY:sailing\r
    END:VCARD\r

    """
}
