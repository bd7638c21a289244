import Basics
import X509

// Reports/JSON has the records of the documents that Hatpin writes for programs and reads back. A
// record declares its members once; the writer, the reader and the JSON Schema follow from this
// declaration.

/// A JSON object in a document; one function declares the members of the object.
///
/// ```swift
/// struct Mismatch: JSONRecord {
///     static let blank = Mismatch(key: "", observed: nil)
///     var key: String
///     var observed: String?
///
///     mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
///         try form.member("key", &key, "The key in expect.")
///         try form.optional("observed", &observed, "The observed value.")
///     }
/// }
/// ```
///
/// Foundation's JSONEncoder is several times slower on a run file. It does not keep the order of
/// members, and does not escape scalars that deceive a reader.
protocol JSONRecord: JSONRepresentable {
    /// The record that a reader fills.
    static var blank: Self { get }

    /// Declares the members in the order in which they are written.
    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault)
}

/// An operation on the members of a record: writing them, reading them, or describing them in a
/// schema.
protocol RecordForm {
    /// The error of a reader; writers and schemas never throw.
    associatedtype Fault: Error

    /// Declares a member that every record has.
    ///
    /// - Parameters:
    ///   - name: the name in the document.
    ///   - value: the property; a reader sets it.
    ///   - about: the description in the schema.
    /// - Throws: only in a reader, if the member is missing or has the wrong type.
    mutating func member<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value,
        _ about: MemberText
    ) throws(Fault)

    /// Declares a member that is left out if its value is nil.
    mutating func optional<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value?,
        _ about: MemberText
    ) throws(Fault)

    /// Declares text members that may be left out, and whose names `names` returns.
    mutating func texts(
        _ names: @autoclosure () -> [String],
        _ values: inout JSONMap<String>,
        _ about: MemberText
    ) throws(Fault)

    /// Declares a member with the same value in every record.
    mutating func constant(_ name: StaticString, _ value: JSONValue) throws(Fault)

    /// Rejects a record that was read if a condition does not hold.
    ///
    /// - Parameters:
    ///   - isRight: the condition.
    ///   - name: the member that the error names.
    /// - Throws: only in a reader, if the condition does not hold.
    func require(_ isRight: @autoclosure () -> Bool, _ name: StaticString) throws(Fault)
}

extension RecordForm {
    /// Declares a list that is left out if it is empty.
    mutating func list<Element: JSONRepresentable>(
        _ name: StaticString,
        _ values: inout [Element],
        _ about: MemberText
    ) throws(Fault) {
        var list = values.isEmpty ? nil : Optional(values)
        try optional(name, &list, about)
        values = list ?? []
    }
}

/// The description of a member; for a member with a fixed set of words, also these words.
struct MemberText: ExpressibleByStringLiteral {
    let text: String
    var words: (() -> [String])?

    init(stringLiteral text: String) { self.text = text }

    private init(_ text: String, _ words: @escaping () -> [String]) {
        (self.text, self.words) = (text, words)
    }

    /// Returns the description of a value that is one of these words.
    static func choice(_ words: @escaping @autoclosure () -> [String], _ text: String) -> Self {
        MemberText(text, words)
    }
}

/// The error of a member that is missing or has the wrong type.
struct MemberFault: Error, Hashable, Sendable {
    /// The name of the member.
    let name: String
}

// MARK: Values

/// A value of a member.
protocol JSONRepresentable {
    /// The members of the value's schema; the member `type` is first.
    static var schema: [JSONMember] { get }

    /// Returns the value; nil if the JSON has another type.
    static func read(_ json: JSONValue) throws(MemberFault) -> Self?

    /// Appends the value.
    func write(to json: inout JSONWriter)
}

extension JSONRepresentable {
    fileprivate static func type(_ name: String) -> JSONMember { JSONMember("type", .string(name)) }
}

extension String: JSONRepresentable {
    static var schema: [JSONMember] { [type("string")] }
    static func read(_ json: JSONValue) -> Self? { json.string }
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Untrusted: JSONRepresentable {
    static var schema: [JSONMember] { String.schema }
    static func read(_ json: JSONValue) -> Self? { json.string.map(Untrusted.init) }
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Instant: JSONRepresentable {
    static var schema: [JSONMember] { String.schema }
    static func read(_ json: JSONValue) -> Self? {
        json.string.flatMap(Instant.init(rfc3339:))
    }
    func write(to json: inout JSONWriter) { json.string(description) }
}

extension Bool: JSONRepresentable {
    static var schema: [JSONMember] { [type("boolean")] }
    static func read(_ json: JSONValue) -> Self? { json.boolean }
    func write(to json: inout JSONWriter) { json.boolean(self) }
}

extension JSONRepresentable where Self: FixedWidthInteger {
    static var schema: [JSONMember] {
        [type("integer"), JSONMember("minimum", .number("0"))]
    }
    static func read(_ json: JSONValue) -> Self? { json.integer(Self.self) }
    func write(to json: inout JSONWriter) { json.number(self) }
}

extension Int: JSONRepresentable {}
extension UInt64: JSONRepresentable {}

extension JSONRepresentable where Self: RawRepresentable<String> & CaseIterable {
    static var schema: [JSONMember] {
        [type("string"), JSONMember("enum", .array(allCases.map { .string($0.rawValue) }))]
    }
    static func read(_ json: JSONValue) -> Self? { json.string.flatMap(Self.init) }
    func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    static var schema: [JSONMember] {
        [type("array"), JSONMember("items", .object(Element.schema))]
    }

    static func read(_ json: JSONValue) throws(MemberFault) -> Self? {
        guard case .array(let values) = json else { return nil }
        var elements: Self = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = try Element.read(value) else { return nil }
            elements.append(element)
        }
        return elements
    }

    func write(to json: inout JSONWriter) {
        json.array { list in for element in self { element.write(to: &list) } }
    }
}

/// A JSON object whose member names are data, not names of the format.
struct JSONMap<Value: JSONRepresentable>: JSONRepresentable {
    /// The members in the order in which they are written.
    var members: [(name: String, value: Value)]

    static var schema: [JSONMember] {
        [type("object"), JSONMember("additionalProperties", .object(Value.schema))]
    }

    static func read(_ json: JSONValue) throws(MemberFault) -> Self? {
        guard case .object(let members) = json else { return nil }
        var map = JSONMap(members: [])
        for member in members {
            guard let value = try Value.read(member.value) else {
                throw MemberFault(name: member.name)
            }
            map.members.append((member.name, value))
        }
        return map
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in members {
                json.key(name)
                value.write(to: &json)
            }
        }
    }
}

extension JSONRecord {
    static var schema: [JSONMember] {
        var form = SchemaForm()
        var record = blank
        record.describe(to: &form)
        return [
            type("object"), JSONMember("required", .array(form.required.map { .string($0.name) })),
            JSONMember("additionalProperties", .boolean(false)),
            JSONMember("properties", .object(form.required + form.optional)),
        ]
    }

    static func read(_ json: JSONValue) throws(MemberFault) -> Self? {
        guard case .object = json else { return nil }
        var form = MemberReader(object: json)
        var record = blank
        try record.describe(to: &form)
        return record
    }

    func write(to json: inout JSONWriter) {
        var record = self
        json.object { record.describe(to: &$0) }
    }
}

// MARK: Forms

extension JSONWriter: RecordForm {
    mutating func member<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value,
        _: MemberText
    ) {
        key(name)
        value.write(to: &self)
    }

    mutating func optional<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value?,
        _: MemberText
    ) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    mutating func texts(
        _: @autoclosure () -> [String],
        _ values: inout JSONMap<String>,
        _: MemberText
    ) {
        for (name, value) in values.members {
            key(name)
            string(value)
        }
    }

    mutating func constant(_ name: StaticString, _ value: JSONValue) {
        key(name)
        switch value {
        case .number(let number): self.number(Int(number) ?? 0)
        case .string(let text): string(text)
        case .null, .boolean, .array, .object: break
        }
    }

    func require(_: @autoclosure () -> Bool, _: StaticString) {}
}

/// Reads the members of an object; members that the record does not declare are ignored.
private struct MemberReader: RecordForm {
    let object: JSONValue

    func member<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value,
        _: MemberText
    ) throws(MemberFault) {
        let name = name.description
        guard let json = object[name], let found = try Value.read(json) else {
            throw MemberFault(name: name)
        }
        value = found
    }

    func optional<Value: JSONRepresentable>(
        _ name: StaticString,
        _ value: inout Value?,
        _: MemberText
    ) throws(MemberFault) {
        let name = name.description
        guard let json = object[name] else { return }
        guard let found = try Value.read(json) else { throw MemberFault(name: name) }
        value = found
    }

    func texts(
        _ names: @autoclosure () -> [String],
        _ values: inout JSONMap<String>,
        _: MemberText
    ) throws(MemberFault) {
        for name in names() {
            guard let json = object[name] else { continue }
            guard let text = json.string else { throw MemberFault(name: name) }
            values.members.append((name, text))
        }
    }

    func constant(_ name: StaticString, _ value: JSONValue) throws(MemberFault) {
        guard object[name.description] == value else {
            throw MemberFault(name: name.description)
        }
    }

    func require(
        _ isRight: @autoclosure () -> Bool,
        _ name: StaticString
    ) throws(MemberFault) {
        guard isRight() else { throw MemberFault(name: name.description) }
    }
}

/// Collects the schemas of the members.
private struct SchemaForm: RecordForm {
    private(set) var required: [JSONMember] = []
    private(set) var optional: [JSONMember] = []

    mutating func member<Value: JSONRepresentable>(
        _ name: StaticString,
        _: inout Value,
        _ about: MemberText
    ) {
        required.append(JSONMember(name.description, about.schema(of: Value.self)))
    }

    mutating func optional<Value: JSONRepresentable>(
        _ name: StaticString,
        _: inout Value?,
        _ about: MemberText
    ) {
        optional.append(JSONMember(name.description, about.schema(of: Value.self)))
    }

    mutating func texts(
        _ names: @autoclosure () -> [String],
        _: inout JSONMap<String>,
        _ about: MemberText
    ) {
        optional += names().map { JSONMember($0, about.schema(of: String.self)) }
    }

    mutating func constant(_ name: StaticString, _ value: JSONValue) {
        required.append(JSONMember(name.description, .object([JSONMember("const", value)])))
    }

    func require(_: @autoclosure () -> Bool, _: StaticString) {}
}

extension MemberText {
    /// Returns the schema of a member with this description.
    fileprivate func schema<Value: JSONRepresentable>(of _: Value.Type) -> JSONValue {
        var members = Value.schema
        if !text.isEmpty { members.insert(JSONMember("description", .string(text)), at: 1) }
        if let words {
            // The description may allow fewer words than the type.
            members.removeAll { $0.name == "enum" }
            members.append(JSONMember("enum", .array(words().map(JSONValue.string))))
        }
        return .object(members)
    }
}

/// A JSON Schema (draft-07) of a document of Hatpin.
enum DocumentSchema {
    /// Returns the schema of a document, as a text that ends with a newline.
    ///
    /// - Parameters:
    ///   - id: the name of the schema's file.
    ///   - title: the kind of document, as a title.
    ///   - members: the schema of the document's value.
    /// - Returns: the text.
    static func text(id: String, title: String, _ members: [JSONMember]) -> String {
        let document = [
            JSONMember("$schema", .string("http://json-schema.org/draft-07/schema#")),
            JSONMember("$id", .string(id)), JSONMember("title", .string(title)),
        ]
        return JSONValue.object(document + members).indentedText + "\n"
    }
}
