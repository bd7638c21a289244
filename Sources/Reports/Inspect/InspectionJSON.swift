import Basics
import ClientModels
import Lint
import PathValidation
import X509

/// An inspection as one JSON document (version 1), with every value whole.
///
/// ```
/// { version, tool, source,
///   objects: [{ kind, place?, size, errors?: [{ problem, offset, path, statedLength? }],
///               fields?: { name, place: [from, to], critical?, value?, hex?, faulty?,
///                         omitted?, fields? },
///               fingerprints: { name: hex }, findings?: [{ rule, source, profiles, problem,
///               level: error|note, field?, place? }], pins?: { notation: text },
///               pinWarnings?: { notation: text } }],
///   chain: { problems, notes }, passedOver: [{ what, place }], cut }
/// ```
package struct InspectionJSON {
    private let inspection: Inspection
    private let source: String
    private let sections: Set<InspectionSection>

    /// - Parameters:
    ///   - inspection: the inspection of one input.
    ///   - source: the name of the file.
    ///   - sections: the sections to write.
    package init(inspection: Inspection, source: String, sections: Set<InspectionSection>) {
        (self.inspection, self.source, self.sections) = (inspection, source, sections)
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        json.object { json in
            json.member("version", 1)
            json.member("tool", Tool.name)
            json.member("source", Untrusted(source))
            json.key("objects")
            json.array { list in
                for object in inspection.objects { list.object { write(object, to: &$0) } }
            }
            json.key("chain")
            json.object { chain in
                write("problems", inspection.order.problems, to: &chain)
                write("notes", inspection.order.notes, to: &chain)
            }
            json.key("passedOver")
            json.array { list in
                for passed in inspection.passedOver {
                    list.object { json in
                        json.member("what", Untrusted(passed.what))
                        json.member("place", passed.place)
                    }
                }
            }
            json.member("cut", inspection.isCut)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func write(_ object: Inspection.Object, to json: inout JSONWriter) {
        json.member("kind", object.source.kind.rawValue)
        json.member("place", object.source.place.isEmpty ? nil : object.source.place)
        json.member("size", object.source.der.count)
        if !object.faults.isEmpty {
            json.key("errors")
            json.array { list in
                for fault in object.faults {
                    list.object { json in
                        json.member("problem", fault.fault.about)
                        json.member("offset", fault.offset)
                        json.member("path", Untrusted(fault.path))
                        json.member("statedLength", object.statedLength)
                    }
                }
            }
        }
        if sections.contains(.fields), let field = object.fields {
            json.key("fields")
            json.object { write(field, of: object.source.der, to: &$0) }
        }
        json.key("fingerprints")
        json.object { json in
            for (name, bytes) in object.fingerprints {
                json.key(name)
                json.string(bytes.hex)
            }
        }
        if sections.contains(.findings), object.isJudged {
            json.key("findings")
            json.array { list in
                for finding in object.findings { list.object { write(finding, to: &$0) } }
            }
        }
        guard sections.contains(.pins), !object.pins.isEmpty else { return }
        json.key("pins")
        json.object { json in
            for pin in object.pins {
                json.key(pin.notation.name)
                json.string(pin.text)
            }
        }
        let warned = object.pins.filter { $0.warning != nil }
        guard !warned.isEmpty else { return }
        json.key("pinWarnings")
        json.object { json in
            for pin in warned {
                json.key(pin.notation.name)
                json.string(pin.warning ?? "")
            }
        }
    }

    private func write(
        _ field: ShownField,
        of bytes: [UInt8],
        to json: inout JSONWriter
    ) {
        json.member("name", Untrusted(field.name))
        write(field.place, to: &json)
        if let isCritical = field.isCritical { json.member("critical", isCritical) }
        switch field.value {
        case .text(let words): json.member("value", Untrusted(words))
        case .bytes(let place):
            json.member("hex", bytes[place.clamped(to: bytes.indices)].hex)
        case nil: break
        }
        if field.isFaulty { json.member("faulty", true) }
        if field.omitted > 0 { json.member("omitted", field.omitted) }
        guard !field.fields.isEmpty else { return }
        json.key("fields")
        json.array { list in
            for part in field.fields { list.object { write(part, of: bytes, to: &$0) } }
        }
    }

    private func write(_ finding: ShownBreach, to json: inout JSONWriter) {
        json.member("rule", finding.rule)
        json.member("source", finding.source)
        json.member("profiles", finding.profiles)
        json.member("problem", Untrusted(finding.problem))
        json.member("level", finding.isNote ? "note" : "error")
        guard let (field, bytes) = finding.place else { return }
        json.member("field", Untrusted(field))
        write(bytes, to: &json)
    }

    private func write(_ place: Range<Int>, to json: inout JSONWriter) {
        json.key("place")
        json.array { list in
            list.number(place.lowerBound)
            list.number(place.upperBound)
        }
    }

    private func write(_ name: StaticString, _ lines: [String], to json: inout JSONWriter) {
        json.key(name)
        json.array { list in
            for line in lines { list.string(Untrusted(line)) }
        }
    }
}
