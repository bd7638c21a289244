import Basics
import Crypto
import Foundation
import FuzzTargets
import Lint
import Reports
import X509

extension FuzzTarget {
    /// Any bytes are inspected as a file of certificates and other objects.
    ///
    /// A field is inside its parent field, and a finding inside its object. The report for a
    /// terminal contains nothing that moves the cursor or changes the direction of text. The report
    /// for programs is JSON. The time is not quadratic in the length.
    public static let inspectFile = FuzzTarget("InspectFile") { bytes in
        guard let inspection = inspect(bytes) else { return }
        for object in inspection.objects {
            let whole = object.source.der.indices
            // The decoder reads missing bytes as zeros, so fields can end after the file.
            let end = max(whole.upperBound, object.statedLength ?? 0)
            if let field = object.fields { check(field, in: 0..<end) }
            for finding in object.findings {
                let place = finding.place?.bytes ?? whole
                invariant(
                    whole.lowerBound <= place.lowerBound && place.upperBound <= whole.upperBound,
                    "a finding is outside its object: \(finding)"
                )
            }
        }
        check(text(of: inspection))
        let share = Share(of: bytes)
        if share.isOne(in: 1 << 3) { check(InspectionJSON(of: inspection)) }
        guard !bytes.isEmpty, share.isOne(in: 1 << 12) else { return }
        let (short, long) = (repeated(bytes, to: 1 << 14), repeated(bytes, to: 1 << 16))
        requireLinear(
            { _ = inspect(short).map(text) },
            fourTimesAsLong: { _ = inspect(long).map(text) }
        )
    }

    /// Inspects the bytes; returns nil if they contain nothing to inspect.
    private static func inspect(_ bytes: [UInt8]) -> Inspection? {
        do throws(InspectionError) {
            let input = try InspectedInput(bytes)
            return made { () throws(OpenSSLError) in try Inspection(input, Inspection.Request()) }
        } catch {
            check(Shown.escaped("a file\(error)\n\(error.help)"))
            return nil
        }
    }

    private static func check(_ field: ShownField, in parent: Range<Int>) {
        invariant(
            parent.lowerBound <= field.place.lowerBound
                && field.place.upperBound <= parent.upperBound,
            "\(field.name) at \(field.place) is outside \(parent)"
        )
        for part in field.fields { check(part, in: field.place) }
    }

    private static func text(of inspection: Inspection) -> String {
        InspectionText(inspection: inspection, asked: nil, isFull: true, hasColour: false).text
    }

    /// Requires that only line breaks move the cursor (ECMA-48) and that no character changes the
    /// direction of text (UAX #9).
    private static func check(_ text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            switch scalar.value {
            case 0...0x1f, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069:
                invariant(false, "the report contains U+\(String(scalar.value, radix: 16))")
            default: break
            }
        }
    }

    private static func check(_ json: InspectionJSON) {
        let document = try? JSONSerialization.jsonObject(with: Data(json.text.utf8))
        invariant(document is [String: Any], "the report is not JSON")
    }
}

extension InspectionJSON {
    fileprivate init(of inspection: Inspection) {
        self.init(
            inspection: inspection,
            source: "input",
            sections: Set(InspectionSection.allCases)
        )
    }
}
