// The grammars of CRLs and OCSP responses.
extension Grammar {
    /// CertificateList (RFC 5280 §5.1).
    package static let certificateList = Grammar.fields([
        Field("tbsCertList", tbsCertList, isTransparent: true),
        Field("signatureAlgorithm", algorithmIdentifier),
        Field("signatureValue"),
    ])

    private static let tbsCertList = Grammar.fields([
        Field("version", optional: 0x02),
        Field("signature", algorithmIdentifier),
        Field("issuer", name),
        Field("thisUpdate"),
        // A Time is one of two types.
        Field("nextUpdate", optional: 0x17),
        Field("nextUpdate", optional: 0x18),
        Field("revokedCertificates", .list(revokedCertificate), optional: 0x30),
        Field("crlExtensions", extensions, optional: 0xa0),
    ])

    private static let revokedCertificate = Grammar.fields([
        Field("userCertificate"),
        Field("revocationDate"),
        Field("crlEntryExtensions", .list(.extension(nil)), optional: 0x30),
    ])

    private static let extensions = Grammar.wrapper(.list(.extension(nil)))

    /// OCSPResponse (RFC 6960 §4.2.1).
    package static let ocspResponse = Grammar.fields([
        Field("responseStatus"),
        Field(
            "responseBytes",
            .wrapper(
                .fields([
                    Field("responseType"),
                    Field("response", .wrapper(basicOCSPResponse), isTransparent: true),
                ])
            ),
            optional: 0xa0,
            isTransparent: true
        ),
    ])

    private static let basicOCSPResponse = Grammar.fields([
        Field("tbsResponseData", responseData, isTransparent: true),
        Field("signatureAlgorithm", algorithmIdentifier),
        Field("signature"),
        Field("certs", .wrapper(.list(certificate)), optional: 0xa0),
    ])

    private static let responseData = Grammar.fields([
        Field("version", .wrapper(.value), optional: 0xa0),
        Field(
            "responderID",
            .choice([
                Field("byName", .wrapper(name), optional: 0xa1),
                Field("byKey", .wrapper(.value), optional: 0xa2),
            ])
        ),
        Field("producedAt"),
        Field("responses", .list(singleResponse)),
        Field("responseExtensions", extensions, optional: 0xa1),
    ])

    private static let singleResponse = Grammar.fields([
        Field(
            "certID",
            .fields([
                Field("hashAlgorithm", algorithmIdentifier),
                Field("issuerNameHash"),
                Field("issuerKeyHash"),
                Field("serialNumber"),
            ])
        ),
        Field(
            "certStatus",
            .choice([
                Field("good", optional: 0x80),
                Field(
                    "revoked",
                    .fields([
                        Field("revocationTime"),
                        Field("revocationReason", .wrapper(.value), optional: 0xa0),
                    ]),
                    optional: 0xa1
                ),
                Field("unknown", optional: 0x82),
            ])
        ),
        Field("thisUpdate"),
        Field("nextUpdate", .wrapper(.value), optional: 0xa0),
        Field("singleExtensions", extensions, optional: 0xa1),
    ])
}
