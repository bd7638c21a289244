import FileFormat
import Forge
import OpenSSL
import PKIX

/// Makes what is declared of revocation: of an entity, of a CRL.
///
/// Fields whose shape is unsound were reported before and count as not stated.
struct StatusBuilder {
    private(set) var diagnostics: [Diagnostic] = []

    /// What is said of an entity's certificate, and where.
    mutating func setStatus(of entity: inout Entity, _ value: Value) {
        entity.mustStaple = value["must-staple"]?.text.map { $0 == "true" }
        entity.crlDistributionPoints = value["crl-distribution-points"]?.elements.compactMap(point)
        if let said = value["crl"], said.isMapping || said.text == "revoked" {
            entity.crl = revocation(said)
        }
        if let said = value["ocsp"] { entity.ocsp = response(said) }
    }

    private func revocation(_ value: Value) -> Revocation {
        var revocation = Revocation()
        if let date = moment(value["at"]) { revocation.date = date }
        revocation.reason = reason(value["reason"])
        revocation.extensions = extensions(value["extensions"])
        return revocation
    }

    private mutating func response(_ value: Value) -> StatusResponse {
        var response = StatusResponse()
        let status = value.text ?? value["status"]?.text
        response.status = status.flatMap(StatusResponse.Status.init) ?? .good
        if let date = moment(value["at"]) { response.date = date }
        response.reason = reason(value["reason"])
        response.of = texts(value["of"])
        response.signer = value["signer"]?.text
        response.responder = value["responder"]?.text
        response.responderID =
            value["responder-id"]?.text.flatMap(StatusResponse.ResponderID.init) ?? .name
        response.certificates = texts(value["certificates"])
        if let date = moment(value["this-update"]) { response.thisUpdate = date }
        if let date = value["next-update"] { response.nextUpdate = moment(date) }
        response.producedAt = moment(value["produced-at"])
        response.hash = value["hash"]?.text.flatMap(Digest.init) ?? .sha1
        response.digest = value["digest"]?.text.flatMap(Digest.init)
        response.extensions = extensions(value["extensions"])
        response.raw = surgery(value["raw"])
        return response
    }

    /// The CRL of an entry of `crls`; that of the entity of its own name unless it states another.
    mutating func list(_ entry: Value.Entry) -> RevocationList {
        let value = entry.value
        var list = RevocationList(issuer: value["issuer"]?.text ?? entry.key)
        list.signer = value["signer"]?.text
        if let revokes = value["revokes"] {
            list.revokes = revokes.isMapping ? revokes.entries.map(\.key) : texts(revokes)
            for entry in revokes.entries { list.entries[entry.key] = revocation(entry.value) }
        }
        if let date = moment(value["this-update"]) { list.thisUpdate = date }
        if let date = value["next-update"] { list.nextUpdate = moment(date) }
        list.version = value["version"]?.text.flatMap(wholeNumber) ?? 2
        if list.version == 1 { (list.number, list.authorityKeyID) = (nil, .none) }
        if let number = value["number"]?.text { list.number = try? serialNumber(number) }
        list.deltaOf = value["delta-of"]?.text.flatMap { try? serialNumber($0) }
        list.scope = value["scope"].map(scope)
        list.digest = value["digest"]?.text.flatMap(Digest.init)
        if let stated = value["authority-key-id"]?.text, let id = try? Entity.KeyID(stated) {
            list.authorityKeyID = id
        }
        list.extensions = extensions(value["extensions"])
        list.drop = EntityBuilder.dropped(value["drop"])
        list.critical = EntityBuilder.marks(value["critical"])
        list.raw = surgery(value["raw"])
        return list
    }

    // MARK: Parts

    private func scope(_ value: Value) -> RevocationList.Scope {
        var scope = RevocationList.Scope()
        scope.names = names(value["names"])
        scope.only = (texts(value["only"]) ?? []).compactMap(RevocationList.Scope.Kind.init)
        scope.reasons = reasons(value["reasons"])
        scope.isIndirect = value["indirect"]?.text == "true"
        return scope
    }

    private func point(_ value: Value) -> DeclaredPoint? {
        var point = DeclaredPoint()
        guard value.isMapping else {
            point.names = names(value)
            return point
        }
        point.names = names(value["names"])
        point.reasons = reasons(value["reasons"])
        point.issuer = value["issuer"]?.text
        return point
    }

    private func names(_ value: Value?) -> [DeclaredName] {
        (texts(value) ?? []).compactMap { try? DeclaredName(san: $0) }
    }

    private func reasons(_ value: Value?) -> [RevocationReason] {
        (texts(value) ?? []).compactMap(RevocationReason.init(word:))
    }

    private func reason(_ value: Value?) -> Int? {
        value?.text.flatMap { try? revocationReason($0) }
    }

    /// Nil for `none` too.
    private func moment(_ value: Value?) -> Moment? {
        value?.text.flatMap { try? Moment($0) }
    }

    private func texts(_ value: Value?) -> [String]? {
        value?.elements.compactMap(\.text)
    }

    private func extensions(_ value: Value?) -> [Entity.AddedExtension] {
        (value?.elements ?? []).compactMap(EntityBuilder.addedExtension)
    }

    private mutating func surgery(_ value: Value?) -> [Surgery] {
        var reader = SurgeryReader()
        let surgery = reader.surgery(value)
        diagnostics += reader.diagnostics
        return surgery
    }
}
