import X509

/// See `FuzzTarget.decodeCRL`.
func checkListDecoding(_ bytes: [UInt8]) {
    do {
        check(try CertificateList(der: bytes))
    } catch {
        checkPlace(of: error, in: bytes)
    }
    requireLinear(bytes, Share(of: bytes)) { _ = try? CertificateList(der: $0) }
}

private func check(_ list: CertificateList) {
    let entries = entries(of: list)
    invariant(entries.count == list.entrySummary.count, "the count of entries is wrong")
    Reencoding.require(list, entries)
    invariant(isWithoutRepetition(list.extensions.list, list.der), "an extension is repeated")
    for entry in entries {
        invariant(isWithoutRepetition(entry.extensions, list.der), "an extension is repeated")
    }
    checkEntries(of: list)
}

/// Decodes all entries again.
private func entries(of list: CertificateList) -> [RevokedCertificate] {
    guard let place = list.entries else { return [] }
    var (entries, reader): ([RevokedCertificate], _) = ([], DERReader(list.der, in: place))
    while !reader.isAtEnd, let entry = try? RevokedCertificate(&reader, version: list.version) {
        entries.append(entry)
    }
    return entries
}

/// Requires that a look-up by serial number finds each entry that the CRL's own issuer made.
private func checkEntries(of list: CertificateList) {
    guard let entries = list.entries, !list.entrySummary.namesIssuers else { return }
    var reader = DERReader(list.der, in: entries)
    // Only the first entries are looked up, because each look-up is linear in the list's length.
    for _ in 0..<min(list.entrySummary.count, 8) {
        guard let element = try? reader.next() else {
            return invariant(false, "an entry that was counted is missing")
        }
        var fields = DERReader(list.der, in: element.content)
        guard let serial = try? fields.integer() else {
            return invariant(false, "a decoded entry has no serial number")
        }
        let found = list.entry(serial: list.der[serial], issuer: list.issuerName)
        invariant(found != nil, "a look-up does not find an entry")
        checkPlaces([found?.serial ?? serial], in: entries)
    }
}

/// See `FuzzTarget.decodeOCSPResponse`.
func checkResponseDecoding(_ bytes: [UInt8]) {
    do {
        let response = try OCSPResponse(der: bytes)
        Reencoding.require(response)
        invariant(
            (response.status == .successful) == (response.responseType != nil),
            "a response is present without success, or absent with it"
        )
        if let basic = response.basic { check(basic) }
    } catch {
        checkPlace(of: error, in: bytes)
    }
    requireLinear(bytes, Share(of: bytes)) { _ = try? OCSPResponse(der: $0) }
}

private func check(_ response: BasicOCSPResponse) {
    let whole = response.der.indices
    checkOrder([response.tbs, response.signature] + response.certificates, in: whole)
    invariant(!response.responses.isEmpty, "a response has no single responses")
    for list in [response.extensions] + response.responses.map(\.extensions) {
        invariant(isWithoutRepetition(list, response.der), "an extension is repeated")
    }
    switch response.responder {
    case .name(let place):
        let name = response.name(at: place)
        invariant(name.matches(name), "a name does not match itself")
    case .key(let place): checkPlaces([place], in: response.tbs)
    }
}
