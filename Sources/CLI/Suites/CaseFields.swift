import Reports

/// A suite of cases that is not one, and where.
struct CaseFault: Error, Hashable, Sendable {
    /// The case; nil before one is found.
    let id: String?
    /// The member at fault, or what else is.
    let what: String
}

/// The members of a case; each that is not as its schema has it is a fault.
struct CaseFields {
    let id: String?
    let json: JSONValue

    func fault(_ name: String) -> CaseFault { CaseFault(id: id, what: name) }

    /// A member, nil where it is absent or null.
    func member(_ name: String) -> JSONValue? {
        json[name].flatMap { $0 == .null ? nil : $0 }
    }

    /// An array of strings, empty where it is absent.
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

    /// A number that is not negative, nil where it is absent.
    func count(_ name: String) throws(CaseFault) -> Int? {
        guard let member = member(name) else { return nil }
        guard let count = member.integer(Int.self), count >= 0 else { throw fault(name) }
        return count
    }

    /// True or false, false where it is absent.
    func flag(_ name: String) throws(CaseFault) -> Bool {
        guard let member = member(name) else { return false }
        guard let flag = member.boolean else { throw fault(name) }
        return flag
    }
}
