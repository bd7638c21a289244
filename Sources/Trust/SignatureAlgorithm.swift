import OpenSSL
import PKIX

/// A signature algorithm that certificates name, and what it means to OpenSSL.
struct SignatureAlgorithm: Sendable {
    /// As reports show it.
    let name: String
    /// Nil where nobody should verify such a signature any more.
    let scheme: SignatureScheme?
    /// Whether its digest no longer resists forgers.
    let isWeak: Bool

    /// The algorithm that `certificate` says it is signed with, from signatureAlgorithm.
    ///
    /// Nil where the identifier is not known or its parameters are not as its standard has them.
    init?(of certificate: Certificate) {
        let named = certificate.outerAlgorithm
        let identifier = certificate.der[named.algorithm]
        guard let entry = Self.table.first(where: { identifier.elementsEqual($0.id.content) })
        else { return nil }
        let parameters = named.parameters.map { certificate.der[$0] }
        switch entry.form {
        case .rsa(let digest) where Self.isAbsentOrNull(parameters):
            self.init(entry.name, .rsaPKCS1(digest), digest)
        case .ecdsa(let digest) where parameters == nil:
            self.init(entry.name, .ecdsa(digest), digest)
        case .dsa(let digest) where parameters == nil:
            self.init(entry.name, .dsa(digest), digest)
        case .eddsa where parameters == nil:
            self.init(entry.name, .eddsa, nil)
        case .pss:
            guard let parameters, let pss = PSSParameters(Array(parameters)) else { return nil }
            let scheme = SignatureScheme.rsaPSS(
                pss.digest,
                mgf1: pss.mgf1,
                saltLength: pss.saltLength
            )
            let weakest = Self.weakDigests.contains(pss.mgf1) ? pss.mgf1 : pss.digest
            self.init("\(entry.name) with \(weakest.rawValue)", scheme, weakest)
        case .broken: self.init(entry.name, nil, nil)
        default: return nil
        }
    }

    private init(_ name: String, _ scheme: SignatureScheme?, _ digest: Digest?) {
        self.name = name
        self.scheme = scheme
        isWeak = scheme == nil || digest.map(Self.weakDigests.contains) == true
    }

    /// Collisions are found (MD5, SHA-1: RFC 6151, RFC 9155) or within reach at 80 bits.
    private static let weakDigests: Set<Digest> = [.md5, .ripemd160, .sha1]

    /// What stands behind an identifier, and so which parameters go with it.
    private enum Form {
        /// RSASSA-PKCS1-v1_5: NULL, and absent is accepted (RFC 4055 §5).
        case rsa(Digest)
        /// Absent (RFC 5758 §3.2).
        case ecdsa(Digest)
        /// Absent (RFC 3279 §2.2.2, RFC 5758 §3.1).
        case dsa(Digest)
        /// Absent (RFC 8410 §3).
        case eddsa
        /// RSASSA-PSS-params (RFC 4055 §3.1).
        case pss
        /// Digests that OpenSSL no longer makes by default.
        case broken
    }

    private static let table: [(id: ObjectIdentifier, name: String, form: Form)] = [
        (.ecdsaWithSHA256, "ecdsa with sha256", .ecdsa(.sha256)),
        (.sha256WithRSA, "rsa with sha256", .rsa(.sha256)),
        (.ecdsaWithSHA384, "ecdsa with sha384", .ecdsa(.sha384)),
        (.sha384WithRSA, "rsa with sha384", .rsa(.sha384)),
        (.ecdsaWithSHA512, "ecdsa with sha512", .ecdsa(.sha512)),
        (.sha512WithRSA, "rsa with sha512", .rsa(.sha512)),
        (.rsassaPSS, "rsa-pss", .pss),
        (.ed25519, "ed25519", .eddsa),
        (.ed448, "ed448", .eddsa),
        (.ecdsaWithSHA224, "ecdsa with sha224", .ecdsa(.sha224)),
        (.sha224WithRSA, "rsa with sha224", .rsa(.sha224)),
        (.sha512_224WithRSA, "rsa with sha512-224", .rsa(.sha512_224)),
        (.sha512_256WithRSA, "rsa with sha512-256", .rsa(.sha512_256)),
        (.sha3_224WithRSA, "rsa with sha3-224", .rsa(.sha3_224)),
        (.sha3_256WithRSA, "rsa with sha3-256", .rsa(.sha3_256)),
        (.sha3_384WithRSA, "rsa with sha3-384", .rsa(.sha3_384)),
        (.sha3_512WithRSA, "rsa with sha3-512", .rsa(.sha3_512)),
        (.ecdsaWithSHA3_224, "ecdsa with sha3-224", .ecdsa(.sha3_224)),
        (.ecdsaWithSHA3_256, "ecdsa with sha3-256", .ecdsa(.sha3_256)),
        (.ecdsaWithSHA3_384, "ecdsa with sha3-384", .ecdsa(.sha3_384)),
        (.ecdsaWithSHA3_512, "ecdsa with sha3-512", .ecdsa(.sha3_512)),
        (.ecdsaWithSHA1, "ecdsa with sha1", .ecdsa(.sha1)),
        (.sha1WithRSA, "rsa with sha1", .rsa(.sha1)),
        (.ripemd160WithRSA, "rsa with ripemd160", .rsa(.ripemd160)),
        (.md5WithRSA, "rsa with md5", .rsa(.md5)),
        (.md4WithRSA, "rsa with md4", .broken),
        (.md2WithRSA, "rsa with md2", .broken),
        (.dsaWithSHA256, "dsa with sha256", .dsa(.sha256)),
        (.dsaWithSHA224, "dsa with sha224", .dsa(.sha224)),
        (.dsaWithSHA1, "dsa with sha1", .dsa(.sha1)),
    ]

    private static func isAbsentOrNull(_ parameters: ArraySlice<UInt8>?) -> Bool {
        parameters.map { $0.elementsEqual([0x05, 0x00]) } ?? true
    }
}

/// RSASSA-PSS-params (RFC 4055 §3.1).
struct PSSParameters: Hashable {
    var digest = Digest.sha1
    var mgf1 = Digest.sha1
    /// In octets.
    var saltLength = 20

    /// Longest salt that goes with the longest modulus OpenSSL verifies, 16,384 bits.
    private static let maximumSaltLength = 2_048

    /// Nil for anything but the structure with a digest and mask that are known.
    init?(_ der: [UInt8]) {
        do throws(DERError) {
            var reader = DERReader(der)
            var fields = try reader.inside(reader.next(.sequence))
            try reader.finish()
            if var field = try Self.field(0, &fields) {
                digest = try Self.digest(&field)
                try field.finish()
            }
            if var field = try Self.field(1, &fields) {
                var mask = try field.inside(field.next(.sequence))
                try field.finish()
                let start = mask.position
                guard
                    mask.bytes[try mask.objectIdentifier()]
                        .elementsEqual(ObjectIdentifier.mgf1.content)
                else { throw DERError(.badValue, at: start) }
                mgf1 = try Self.digest(&mask)
                try mask.finish()
            }
            if var field = try Self.field(2, &fields) {
                saltLength = try field.nonNegativeInteger()
                try field.finish()
            }
            if var field = try Self.field(3, &fields) {
                // trailerFieldBC is the only one (RFC 8017 §A.2.3).
                guard try field.nonNegativeInteger() == 1 else { return nil }
                try field.finish()
            }
            try fields.finish()
        } catch {
            return nil
        }
        guard saltLength <= Self.maximumSaltLength else { return nil }
    }

    /// The content of `[number] EXPLICIT`.
    private static func field(
        _ number: UInt8,
        _ fields: inout DERReader
    ) throws(DERError) -> DERReader? {
        guard let element = try fields.nextIfPresent(.context(number, constructed: true)) else {
            return nil
        }
        return try fields.inside(element)
    }

    /// HashAlgorithm; its parameters are absent or NULL (RFC 4055 §2.1).
    private static func digest(_ reader: inout DERReader) throws(DERError) -> Digest {
        let start = reader.position
        let algorithm = try AlgorithmIdentifier(&reader)
        let identifier = reader.bytes[algorithm.algorithm]
        guard let digest = digests.first(where: { identifier.elementsEqual($0.0.content) })?.1,
            algorithm.parameters.map({ reader.bytes[$0].elementsEqual([0x05, 0x00]) }) ?? true
        else { throw DERError(.badValue, at: start) }
        return digest
    }

    private static let digests: [(ObjectIdentifier, Digest)] = [
        (.sha256, .sha256), (.sha384, .sha384), (.sha512, .sha512), (.sha224, .sha224),
        (.sha512_224, .sha512_224), (.sha512_256, .sha512_256), (.sha3_224, .sha3_224),
        (.sha3_256, .sha3_256), (.sha3_384, .sha3_384), (.sha3_512, .sha3_512),
        (.sha1, .sha1), (.ripemd160, .ripemd160), (.md5, .md5),
    ]
}
