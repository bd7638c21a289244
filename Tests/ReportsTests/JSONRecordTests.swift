import Basics
import TestSupport
import Testing

@testable import Reports

@Suite("Records of documents")
struct JSONRecordTests {
    struct Sample: JSONRecord, Equatable {
        struct Part: JSONRecord, Equatable {
            static let blank = Part(name: "")
            var name: String

            mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
                try form.member("name", &name, "Its name.")
            }
        }

        enum Kind: String, CaseIterable, JSONRepresentable { case one, two }

        static let blank = Sample(number: 0, kind: .one)
        var number: Int
        var kind: Kind
        var word: String?
        var part: Part?
        var parts: [Part] = []

        mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
            try form.constant("type", .string("sample"))
            try form.member("number", &number, "From 1.")
            try form.require(number > 0, "number")
            try form.member("kind", &kind, "What it is.")
            try form.optional("word", &word, .choice(["a", "b"], "A word."))
            try form.optional("part", &part, "")
            try form.list("parts", &parts, "All parts.")
        }
    }

    private static func written(_ sample: Sample) -> String {
        var json = JSONWriter()
        sample.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func read(_ text: String) throws -> Sample? {
        try Sample.read(JSONValue(Array(text.utf8)))
    }

    private static let least = Sample(number: 1, kind: .two)
    private static let whole = Sample(
        number: 2,
        kind: .one,
        word: "a",
        part: .init(name: "b"),
        parts: [.init(name: "c"), .init(name: "d")]
    )

    @Test(arguments: [
        (least, #"{"type":"sample","number":1,"kind":"two"}"#),
        (
            whole,
            #"{"type":"sample","number":2,"kind":"one","word":"a","part":{"name":"b"},"#
                + #""parts":[{"name":"c"},{"name":"d"}]}"#
        ),
    ])
    func `a record is written in the declared order, read back, and conforms to its schema`(
        sample: Sample,
        text: String
    ) throws {
        #expect(Self.written(sample) == text)
        #expect(try Self.read(text) == sample)
        let schema = DocumentSchema.text(id: "sample", title: "A sample", Sample.schema)
        #expect(try schemaFaults(of: text, by: schema) == [])
    }

    @Test func `members that a record does not declare are ignored`() throws {
        #expect(
            try Self.read(#"{"type":"sample","more":[],"number":1,"kind":"two"}"#) == Self.least
        )
    }

    @Test(arguments: [
        (#"{"number":1,"kind":"two"}"#, "type"),
        (#"{"type":"other","number":1,"kind":"two"}"#, "type"),
        (#"{"type":"sample","kind":"two"}"#, "number"),
        (#"{"type":"sample","number":"1","kind":"two"}"#, "number"),
        (#"{"type":"sample","number":0,"kind":"two"}"#, "number"),
        (#"{"type":"sample","number":1,"kind":"three"}"#, "kind"),
        (#"{"type":"sample","number":1,"kind":"two","word":null}"#, "word"),
        (#"{"type":"sample","number":1,"kind":"two","part":{}}"#, "name"),
        (#"{"type":"sample","number":1,"kind":"two","part":[]}"#, "part"),
        (#"{"type":"sample","number":1,"kind":"two","parts":[{"name":"a"},1]}"#, "parts"),
    ])
    func `the error of a wrong record names the member`(text: String, member: String) {
        #expect(throws: MemberFault(name: member)) { try Self.read(text) }
    }

    @Test func `a schema lists required members before optional members`() throws {
        let schema = JSONValue.object(Sample.schema).indentedText.split(separator: "\n")
        #expect(schema[2] == #"  "required": ["type", "number", "kind"],"#)
        #expect(
            schema.filter { $0.hasPrefix("    \"") }.map { $0.split(separator: "\"")[1] }
                == ["type", "number", "kind", "word", "part", "parts"]
        )
        let texts = schema.filter { $0.contains("description") || $0.contains("enum") }
            .map { $0.drop { $0 == " " } }
        #expect(
            texts == [
                #""description": "From 1.","#, #""description": "What it is.","#,
                #""enum": ["one", "two"]"#, #""description": "A word.","#,
                #""enum": ["a", "b"]"#, #""description": "Its name.""#,
                #""description": "All parts.","#, #""description": "Its name.""#,
            ]
        )
    }
}
