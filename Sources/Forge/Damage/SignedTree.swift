import X509

/// The type of a signed encoding, which determines the paths of the signed part and the signature.
package enum SignedForm: Hashable, Sendable {
    case certificate
    /// A CertificateList (RFC 5280 §5.1).
    case revocationList
    /// An OCSPResponse (RFC 6960 §4.2.1).
    case statusResponse

    /// The grammar of the encoding: the fields that paths can name.
    var grammar: Grammar {
        switch self {
        case .certificate: .certificate
        case .revocationList: .certificateList
        case .statusResponse: .ocspResponse
        }
    }

    var signedPart: String {
        switch self {
        case .certificate: "tbsCertificate"
        case .revocationList: "tbsCertList"
        case .statusResponse: "tbsResponseData"
        }
    }

    var signature: String {
        switch self {
        case .certificate, .revocationList: "signatureValue"
        case .statusResponse: "signature"
        }
    }
}

/// A certificate, a CRL or an OCSP response as a tree of elements that surgery changes.
///
/// ```swift
/// var tree = SignedTree(certificate.der)
/// tree.cut(1)  // the length still counts the byte
/// let damaged = tree.encoded
/// ```
package struct SignedTree: Hashable, Sendable {
    let form: SignedForm
    private var root: DERNode
    /// Bytes after the encoding.
    private var trailer: [UInt8] = []

    /// Parses an encoding; parts that do not follow the grammar are kept as bytes.
    init(_ encoding: [UInt8], as form: SignedForm = .certificate) {
        self.form = form
        root = DERNode(parsing: encoding, as: form.grammar, label: nil)
    }

    /// The current encoding.
    package var encoded: [UInt8] { root.encoded + trailer }

    /// Returns the current signed part.
    func signedPart() throws(PathFault) -> [UInt8] {
        try bytes(at: form.signedPart)
    }

    /// Replaces the signature.
    mutating func sign(_ signature: [UInt8]) throws(PathFault) {
        try edit(form.signature) { $0.content = .bytes([0] + signature) }
    }

    /// Appends bytes to the encoding.
    package mutating func trail(_ bytes: [UInt8]) {
        trailer += bytes
    }

    /// Omits the last bytes; the length still counts them.
    package mutating func cut(_ count: Int) {
        root.content = .verbatim(Array(encoded.dropLast(count)))
        trailer = []
    }

    /// Converts the encoding to text (RFC 7468 §5).
    package mutating func armour() {
        root.content = .verbatim(Array(PEM.text("CERTIFICATE", encoded).utf8))
        trailer = []
    }

    /// Returns the encoding of an element.
    package func bytes(at path: String) throws(PathFault) -> [UInt8] {
        node(at: try place(of: SurgeryPath(path))).encoded
    }

    /// Returns the length of an element's content, in bytes.
    package func contentLength(_ path: String) throws(PathFault) -> Int {
        node(at: try place(of: SurgeryPath(path))).encodedContent.count
    }

    /// Removes an element.
    package mutating func drop(_ path: String) throws(PathFault) {
        try editParent(path) { $0.remove(at: $1) }
    }

    /// Repeats an element right after itself.
    package mutating func duplicate(_ path: String) throws(PathFault) {
        try editParent(path) { $0.insert($0[$1], at: $1) }
    }

    /// Replaces the whole element by these bytes.
    package mutating func set(_ path: String, _ encoding: [UInt8]) throws(PathFault) {
        try edit(path) { node in
            let parsed = DERNode(parsing: encoding, as: .value, label: node.label)
            node.tag = parsed.tag
            node.length = nil
            node.content = parsed.content
        }
    }

    /// Inserts bytes before an element.
    package mutating func insert(_ encoding: [UInt8], before path: String) throws(PathFault) {
        try editParent(path) { elements, index in
            elements.insert(DERNode(parsing: encoding, as: .value, label: nil), at: index)
        }
    }

    /// Appends bytes to the content of an element.
    package mutating func append(_ encoding: [UInt8], to path: String) throws(PathFault) {
        let added = DERNode(parsing: encoding, as: .value, label: nil)
        try edit(path) { node in
            switch node.content {
            case .elements(let elements): node.content = .elements(elements + [added])
            case .bytes(let bytes): node.content = .bytes(bytes + encoding)
            case .verbatim(let bytes): node.content = .verbatim(bytes + encoding)
            }
        }
    }

    /// Replaces the identifier byte of an element.
    package mutating func retag(_ path: String, _ tag: UInt8) throws(PathFault) {
        try edit(path) { $0.tag = tag }
    }

    /// Replaces the length bytes of an element; the new length need not fit the content.
    package mutating func relength(_ path: String, _ bytes: [UInt8]) throws(PathFault) {
        try edit(path) { $0.length = bytes }
    }

    /// Keeps the first `count` bytes of an element's content.
    package mutating func truncate(_ path: String, _ count: Int) throws(PathFault) {
        try edit(path) { node in
            node.content = .bytes(Array(node.encodedContent.prefix(max(0, count))))
        }
    }

    /// Changes an element's content bytes.
    package mutating func changeContent(
        _ path: String,
        _ change: (inout [UInt8]) -> Void
    ) throws(PathFault) {
        try edit(path) { node in
            var bytes = node.encodedContent
            change(&bytes)
            node.content = .bytes(bytes)
        }
    }

    /// Swaps two elements; their names move with them.
    package mutating func swap(_ path: String, _ other: String) throws(PathFault) {
        let (first, second) = (try SurgeryPath(path), try SurgeryPath(other))
        let (one, two) = (try place(of: first), try place(of: second))
        guard !one.starts(with: two), !two.starts(with: one) else {
            throw PathFault(fault: .overlap, path: path, step: other)
        }
        let (held, kept) = (node(at: one), node(at: two))
        root.change(at: one[...]) { $0 = kept }
        root.change(at: two[...]) { $0 = held }
    }
}

// Finding elements.
extension SignedTree {
    /// Returns the indexes that lead to an element.
    private func place(of path: SurgeryPath) throws(PathFault) -> [Int] {
        var place: [Int] = []
        var node = root
        for step in path.steps {
            let found: [Int]?
            switch step {
            case .name(let name): found = node.place(ofField: name)
            case .index(let index): found = node.place(ofElement: index)
            }
            guard let found else {
                switch step {
                case .name: throw path.fault(.unknownField(known: node.fieldNames), at: step)
                case .index: throw path.fault(.noElement(count: node.counted.count), at: step)
                }
            }
            place += found
            node = self.node(at: place)
        }
        return place
    }

    private func node(at place: [Int]) -> DERNode {
        place.reduce(root) { $0.elements[$1] }
    }

    private mutating func edit(
        _ path: String,
        _ change: (inout DERNode) -> Void
    ) throws(PathFault) {
        let path = try SurgeryPath(path)
        let place = try place(of: path)
        if case .verbatim = node(at: place).content, let last = path.steps.last {
            throw path.fault(.notAnElement, at: last)
        }
        root.change(at: place[...], change)
    }

    private mutating func editParent(
        _ path: String,
        _ change: (inout [DERNode], Int) -> Void
    ) throws(PathFault) {
        let place = try place(of: try SurgeryPath(path))
        guard let index = place.last else { return }
        root.change(at: place.dropLast()) { node in change(&node.elements, index) }
    }
}
