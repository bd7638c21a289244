import PKIX

/// See `FuzzTarget.decodeCRL`.
func checkListDecoding(_ bytes: [UInt8]) {
    do {
        check(try CertificateList(der: bytes), decodedFrom: bytes)
    } catch {
        checkPlace(of: error, in: bytes)
    }
}

private func check(_ list: CertificateList, decodedFrom bytes: [UInt8]) {
    var places = [list.issuer]
    if let entries = list.entries { places.append(entries) }
    checkOrder(places, in: list.tbs)
    invariant(list.signature.upperBound == bytes.count, "the signature is not the end")
    invariant((list.entries == nil) == (list.entrySummary.count == 0), "entries are miscounted")
    for listed in list.extensions.list {
        checkPlaces([listed.identifier, listed.value], in: list.tbs)
    }
    checkEntries(of: list)
    let frame = DERWriter.bytes { writer in
        writer.constructed(.sequence) { writer in
            writer.raw(bytes[list.tbs])
            writer.raw(bytes[list.outerAlgorithm.encoding])
            writer.bitString(bytes[list.signature])
        }
    }
    invariant(frame == bytes, "the frame encodes to other bytes")
}

/// Each entry of the list's own issuer is found by its serial number.
private func checkEntries(of list: CertificateList) {
    guard let entries = list.entries, !list.entrySummary.namesIssuers else { return }
    var reader = DERReader(list.der, in: entries)
    // Each look-up takes time in proportion to the list.
    for _ in 0..<min(list.entrySummary.count, 8) {
        guard let element = try? reader.next() else {
            return invariant(false, "an entry that was counted is not there")
        }
        var fields = DERReader(list.der, in: element.content)
        guard let serial = try? fields.integer() else {
            return invariant(false, "an entry that was decoded has no serial number")
        }
        let found = list.entry(serial: list.der[serial], issuer: list.issuerName)
        invariant(found != nil, "an entry is not found")
        checkPlaces([found?.serial ?? serial], in: entries)
    }
}

/// See `FuzzTarget.decodeOCSPResponse`.
func checkResponseDecoding(_ bytes: [UInt8]) {
    do {
        let response = try OCSPResponse(der: bytes)
        invariant(
            (response.status == .successful) == (response.responseType != nil),
            "a response goes with success"
        )
        if let basic = response.basic { check(basic) }
    } catch {
        checkPlace(of: error, in: bytes)
    }
}

private func check(_ response: BasicOCSPResponse) {
    let whole = response.der.indices
    checkOrder([response.tbs, response.signature] + response.certificates, in: whole)
    invariant(!response.responses.isEmpty, "a response about nothing")
    for single in response.responses {
        let certificate = single.certificate
        checkOrder(
            [
                certificate.hashAlgorithm.encoding, certificate.issuerNameHash,
                certificate.issuerKeyHash, certificate.serial,
            ],
            in: response.tbs
        )
    }
    switch response.responder {
    case .name(let place):
        let name = response.name(at: place)
        invariant(name.matches(name), "a name differs from itself")
    case .key(let place): checkPlaces([place], in: response.tbs)
    }
}

/// Requires that a fault lies inside the bytes, or right behind them.
private func checkPlace(of error: DERError, in bytes: [UInt8]) {
    invariant(
        (0...bytes.count).contains(error.offset),
        "the fault at \(error.offset) lies outside \(bytes.count) bytes"
    )
}

/// Requires that each of `places` begins where the one before has ended, or later, all inside
/// `whole`.
private func checkOrder(_ places: [Range<Int>], in whole: Range<Int>) {
    var end = whole.lowerBound
    for place in places {
        invariant(place.lowerBound >= end, "\(place) begins before the field in front has ended")
        end = place.upperBound
    }
    invariant(end <= whole.upperBound, "a field ends outside \(whole)")
}

/// Requires that each of `places` is inside `whole`, in whatever order.
private func checkPlaces(_ places: [Range<Int>], in whole: Range<Int>) {
    for place in places { checkOrder([place], in: whole) }
}
