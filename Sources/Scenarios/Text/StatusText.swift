import FileFormat
import Forge
import OpenSSL
import PKIX

/// Writes statements about revocation, and the keys that lists and entities share: the inverse of
/// their forms.
enum StatusText {
    /// The fields of a revocation that differ from the defaults.
    static func revocation(_ revocation: Revocation) -> Written {
        let usual = Revocation()
        return .fields([
            "at": changed(revocation.date, from: usual.date),
            "reason": revocation.reason.map { .word(writtenReason($0)) },
            "extensions": extensions(revocation.extensions),
        ])
    }

    /// A response: its status alone where nothing else is stated.
    static func response(_ response: StatusResponse) -> Written {
        let usual = StatusResponse()
        let status = Written.word(response.status.rawValue)
        let fields = Written.fields([
            "at": changed(response.date, from: usual.date),
            "reason": response.reason.map { .word(writtenReason($0)) },
            "of": response.of.map { Written.texts($0).orOne },
            "signer": response.signer.map(Written.text),
            "responder": response.responder.map(Written.text),
            "responder-id": response.responderID == usual.responderID
                ? nil : .word(response.responderID.rawValue),
            "certificates": response.certificates.map { Written.texts($0) },
            "this-update": changed(response.thisUpdate, from: usual.thisUpdate),
            "next-update": changed(response.nextUpdate, from: usual.nextUpdate),
            "produced-at": response.producedAt.map { .text($0.written) },
            "hash": response.hash == usual.hash ? nil : .word(response.hash.rawValue),
            "digest": response.digest.map { .word($0.rawValue) },
            "extensions": extensions(response.extensions),
            "raw": surgery(response.raw),
        ])
        guard !fields.entries.isEmpty else { return status }
        let stated = response.status == usual.status ? nil : status
        return .mapping(Written.fields(["status": stated]).entries + fields.entries)
    }

    /// The fields of a CRL that differ from the defaults.
    ///
    /// - Parameters:
    ///   - list: the CRL.
    ///   - name: its own, which is its issuer's unless another is stated.
    ///   - isEntity: whether an entity is of that name.
    /// - Returns: a mapping, empty where nothing is to be stated.
    /// - Throws: `UnwritableWorld` for what the format cannot say.
    static func list(
        _ list: RevocationList,
        named name: String,
        isEntity: Bool
    ) throws(UnwritableWorld) -> Written {
        let usual = RevocationList(issuer: name)
        let isPlain = list.version == 1
        let number = isPlain ? nil : usual.number
        let keyID = isPlain ? Entity.KeyID.none : usual.authorityKeyID
        let revokes = try revokes(list, named: name)
        let scope = try list.scope.map(scope)
        return .fields([
            "issuer": isEntity && list.issuer == name ? nil : .text(list.issuer),
            "signer": list.signer.map(Written.text),
            "revokes": revokes,
            "this-update": changed(list.thisUpdate, from: usual.thisUpdate),
            "next-update": changed(list.nextUpdate, from: usual.nextUpdate),
            "version": list.version == usual.version ? nil : .number(list.version),
            "number": list.number == number
                ? nil : list.number.map { .word(writtenSerial($0)) } ?? .word("none"),
            "delta-of": list.deltaOf.map { .word(writtenSerial($0)) },
            "scope": scope,
            "digest": list.digest.map { .word($0.rawValue) },
            "authority-key-id": list.authorityKeyID == keyID
                ? nil : .text(list.authorityKeyID.written),
            "extensions": extensions(list.extensions),
            "drop": dropped(list.drop),
            "critical": marks(list.critical),
            "raw": surgery(list.raw),
        ])
    }

    private static func revokes(
        _ list: RevocationList,
        named name: String
    ) throws(UnwritableWorld) -> Written? {
        guard let revokes = list.revokes else { return nil }
        if list.entries.isEmpty { return .texts(revokes) }
        // A mapping says something of each that it lists.
        guard Set(revokes) == Set(list.entries.keys) else { throw .halfList(list: name) }
        return .mapping(
            revokes.map { entity in
                Written.Entry(
                    key: entity,
                    value: revocation(list.entries[entity] ?? Revocation())
                )
            }
        )
    }

    private static func scope(
        _ scope: RevocationList.Scope
    ) throws(UnwritableWorld) -> Written {
        .fields([
            "names": try names(scope.names).unlessEmpty,
            "only": Written.words(scope.only.map(\.rawValue)).unlessEmpty?.orOne,
            "reasons": Written.words(scope.reasons.map(\.word)).unlessEmpty,
            "indirect": scope.isIndirect ? .flag(true) : nil,
        ])
    }

    // MARK: Parts

    /// One of them may stand alone.
    static func names(_ names: [DeclaredName]) throws(UnwritableWorld) -> Written {
        var texts: [String] = []
        for name in names { texts.append(try name.writtenAsName()) }
        return Written.texts(texts).orOne
    }

    /// Distribution points; one with a name alone is written as that name.
    static func points(_ points: [DeclaredPoint]) throws(UnwritableWorld) -> Written {
        var written: [Written] = []
        for point in points {
            let names = try names(point.names).unlessEmpty
            let fields = Written.fields([
                "names": names,
                "reasons": Written.words(point.reasons.map(\.word)).unlessEmpty,
                "issuer": point.issuer.map(Written.text),
            ])
            let isPlain = point.names.count == 1 && fields.entries.count == 1
            written.append(isPlain ? names ?? fields : fields)
        }
        return .list(written)
    }

    static func extensions(_ extensions: [Entity.AddedExtension]) -> Written? {
        Written.list(
            extensions.map { added in
                .fields([
                    "oid": .text(IdentifierWords.extensions.written(added.oid)),
                    "critical": added.critical ? .flag(true) : nil,
                    "value": .text(added.value.hex),
                ])
            }
        ).unlessEmpty
    }

    static func dropped(_ extensions: [ObjectIdentifier]) -> Written? {
        Written.texts(extensions.map(IdentifierWords.extensions.written)).unlessEmpty
    }

    static func marks(_ marks: [ObjectIdentifier: Bool]) -> Written? {
        let entries = marks.map { identifier, mark in
            Written.Entry(
                key: IdentifierWords.extensions.written(identifier),
                value: .flag(mark)
            )
        }
        return Written.mapping(entries.sorted { $0.key < $1.key }).unlessEmpty
    }

    static func surgery(_ surgery: [Surgery]) -> Written? {
        Written.list(surgery.map(\.written)).unlessEmpty
    }

    private static func changed(_ moment: Moment?, from usual: Moment?) -> Written? {
        moment == usual ? nil : .text(moment?.written ?? "none")
    }
}
