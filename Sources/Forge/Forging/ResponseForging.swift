import Crypto
import X509

extension Forging {
    /// Returns an OCSP response (RFC 6960 §4.2.1), signed and changed by its surgery; an error
    /// response is not signed.
    ///
    /// - Parameters:
    ///   - response: the response that `name` declares.
    ///   - name: the entity that declares the response.
    ///   - members: the forged entities, by name.
    /// - Returns: an OCSPResponse.
    /// - Throws: `ForgeError` if the response names an entity that does not exist, or cannot be
    ///   signed as declared.
    func statusResponse(
        _ response: StatusResponse,
        of name: String,
        _ members: [String: ForgedPKI.Member]
    ) throws(ForgeError) -> [UInt8] {
        let label = name + ".ocsp"
        let authority = issuer(of: name) ?? name
        let signing = response.signer ?? authority
        let key = try subject(signing, field: .signer, of: label).key.key
        let signer = try signer(of: label, digest: response.digest, key: key)
        let encoded: [UInt8]
        if let error = response.status.errorCode {
            encoded = DERWriter.bytes { writer in
                writer.constructed(.sequence) { $0.primitive(.enumerated, [error]) }
            }
        } else {
            var certificates: [UInt8] = []
            for entity in response.certificates ?? (signing == authority ? [] : [signing]) {
                guard let member = members[entity] else {
                    throw .unknownEntity(entity, field: .certificates, of: label)
                }
                certificates += member.certificate
            }
            let tbs = try responseData(
                response,
                of: name,
                from: response.responder ?? signing,
                members
            )
            encoded = successful(
                tbs,
                signer.algorithm.identifier,
                try signer.signature(over: tbs),
                certificates
            )
        }
        guard !response.raw.isEmpty else { return encoded }
        var tree = SignedTree(encoded, as: .statusResponse)
        try signer.operate(response.raw, on: &tree)
        return tree.encoded
    }

    /// Returns the OCSPResponse around a BasicOCSPResponse.
    private func successful(
        _ tbs: [UInt8],
        _ algorithm: [UInt8],
        _ signature: [UInt8],
        _ certificates: [UInt8]
    ) -> [UInt8] {
        let basic = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(tbs)
                writer.raw(algorithm)
                writer.bitString(signature)
                guard !certificates.isEmpty else { return }
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { $0.raw(certificates) }
                }
            }
        }
        return OCSPResponse.successful(with: basic)
    }

    private func responseData(
        _ response: StatusResponse,
        of name: String,
        from responder: String,
        _ members: [String: ForgedPKI.Member]
    ) throws(ForgeError) -> [UInt8] {
        let label = name + ".ocsp"
        let claimed = try subject(responder, field: .responder, of: label)
        let producedAt = try generalized(response.producedAt ?? response.thisUpdate, of: label)
        var singles: [UInt8] = []
        for entity in response.of ?? [name] {
            singles += try single(entity, response, of: label, members)
        }
        let extensions = response.extensions.map(CertificateFields.Extension.init)
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                switch response.responderID {
                case .name:
                    writer.constructed(.context(1, constructed: true)) { $0.raw(claimed.name) }
                case .key:
                    writer.constructed(.context(2, constructed: true)) { writer in
                        writer.primitive(.octetString, claimed.key.identifier)
                    }
                }
                writer.primitive(.generalizedTime, producedAt)
                writer.constructed(.sequence) { $0.raw(singles) }
                guard !extensions.isEmpty else { return }
                writer.constructed(.context(1, constructed: true)) { $0.extensions(extensions) }
            }
        }
    }

    /// Returns the SingleResponse about an entity, with the status that it declares.
    private func single(
        _ name: String,
        _ response: StatusResponse,
        of label: String,
        _ members: [String: ForgedPKI.Member]
    ) throws(ForgeError) -> [UInt8] {
        let entity = try subject(name, field: .of, of: label).entity.entity
        let authority = try subject(issuer(of: name) ?? name, field: .issuer, of: name)
        let identifier = try certID(of: name, entity, authority, response.hash, label)
        let said = entity.ocsp ?? StatusResponse()
        let thisUpdate = try generalized(response.thisUpdate, of: label)
        let revocationTime = try generalized(said.date, of: label)
        var nextUpdate: [UInt8]?
        if let stated = response.nextUpdate { nextUpdate = try generalized(stated, of: label) }
        var extensions: [CertificateFields.Extension] = []
        if let list = said.scts {
            extensions.append(try timestampExtension(list, answeringFor: name, members))
        }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(identifier)
                writer.status(said, revocationTime)
                writer.primitive(.generalizedTime, thisUpdate)
                if let nextUpdate {
                    writer.constructed(.context(0, constructed: true)) { writer in
                        writer.primitive(.generalizedTime, nextUpdate)
                    }
                }
                guard !extensions.isEmpty else { return }
                writer.constructed(.context(1, constructed: true)) { $0.extensions(extensions) }
            }
        }
    }

    /// Returns the CertID of an entity (RFC 6960 §4.1.1).
    private func certID(
        of name: String,
        _ entity: Entity,
        _ authority: Subject,
        _ hash: Digest,
        _ label: String
    ) throws(ForgeError) -> [UInt8] {
        let serial = try serial(of: name, entity)
        let nameHash: [UInt8]
        let keyHash: [UInt8]
        do throws(OpenSSLError) {
            nameHash = try hash.hash(authority.name)
            keyHash = try hash.hash(publicKeyBits(in: authority.key.key.spki))
        } catch {
            throw .openSSL(entity: label, error)
        }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(hash.algorithm.encoding)
                writer.primitive(.octetString, nameHash)
                writer.primitive(.octetString, keyHash)
                writer.primitive(.integer, serial)
            }
        }
    }

    private func generalized(
        _ moment: Moment,
        of label: String
    ) throws(ForgeError) -> [UInt8] {
        Array(CertificateFields.Time.generalized(try instant(moment, of: label)).text.utf8)
    }
}

extension DERWriter {
    /// Writes CertStatus; an entity that declares an error is written as unknown.
    fileprivate mutating func status(_ said: StatusResponse, _ revocationTime: [UInt8]) {
        switch said.status {
        case .good: primitive(.context(0, constructed: false), [])
        case .revoked:
            constructed(.context(1, constructed: true)) { writer in
                writer.primitive(.generalizedTime, revocationTime)
                guard let reason = said.reason else { return }
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.integer(reason, as: .enumerated)
                }
            }
        default: primitive(.context(2, constructed: false), [])
        }
    }
}

extension OCSPResponse {
    /// Returns the DER of a successful response that contains a BasicOCSPResponse (RFC 6960
    /// §4.2.1).
    package static func successful(with basic: [UInt8]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.primitive(.enumerated, [0])
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(.ocspBasic)
                        writer.primitive(.octetString, basic)
                    }
                }
            }
        }
    }
}
