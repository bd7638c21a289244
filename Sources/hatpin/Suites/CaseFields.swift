import Basics

/// The reason why a text is not a case, or not a suite of cases.
package enum CaseFault: Error, Hashable, Sendable {
    /// The text is not JSON; the error is at this byte.
    case noJSON(offset: Int)
    /// The suite has an unknown version, or no cases.
    case noSuite
    /// A member is missing or malformed; `id` is the case's name, or nil if it has no name.
    case member(String, id: String?)
}

extension CaseFault: CustomStringConvertible {
    /// A description in lowercase, as a part of a message, escaped for a terminal.
    package var description: String {
        switch self {
        case .noJSON(let offset): return "not JSON (error at byte \(offset))"
        case .noSuite: return "not version 1 with testcases"
        case .member(let name, let id):
            let place = id.map { " of \(Shown.escaped($0))" } ?? ""
            return "'\(name)'\(place) is missing or malformed"
        }
    }
}

/// Reads the members of a case, and throws a fault for a member that the schema does not allow.
struct CaseFields {
    let id: String?
    let json: JSONValue

    /// Parses a text as JSON.
    static func json(_ text: some Collection<UInt8>) throws(CaseFault) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(text)
        } catch {
            throw .noJSON(offset: error.offset)
        }
    }

    func fault(_ name: String) -> CaseFault { .member(name, id: id) }

    /// Returns a member, or nil if the member is absent or null.
    func member(_ name: String) -> JSONValue? {
        json[name].flatMap { $0 == .null ? nil : $0 }
    }

    /// Returns the strings of an array, or an empty array if the member is absent.
    func texts(_ name: String) throws(CaseFault) -> [String] {
        guard let member = member(name) else { return [] }
        guard let texts = member.strings else { throw fault(name) }
        return texts
    }

    func values<Value>(
        _ name: String,
        _ read: (String) -> Value?
    ) throws(CaseFault) -> [Value] {
        let texts = try texts(name)
        let values = texts.compactMap(read)
        guard values.count == texts.count else { throw fault(name) }
        return values
    }

    func value<Value>(_ name: String, _ read: (String) -> Value?) throws(CaseFault) -> Value {
        guard let value = member(name)?.string.flatMap(read) else { throw fault(name) }
        return value
    }

    /// Returns a non-negative number, or nil if the member is absent.
    func count(_ name: String) throws(CaseFault) -> Int? {
        guard let member = member(name) else { return nil }
        guard let count = member.integer(Int.self), count >= 0 else { throw fault(name) }
        return count
    }

    /// Returns a boolean, or false if the member is absent.
    func flag(_ name: String) throws(CaseFault) -> Bool {
        guard let member = member(name) else { return false }
        guard let flag = member.boolean else { throw fault(name) }
        return flag
    }
}
