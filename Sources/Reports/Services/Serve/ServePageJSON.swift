import Basics
import Runner

/// The data that the script of the page requests.
package enum ServePageJSON {
    /// Returns the cases and their servers.
    ///
    /// - Parameters:
    ///   - plan: the served cases.
    ///   - roots: the names of the files with root certificates.
    /// - Returns: one JSON object.
    package static func cases(_ plan: ServePlan, roots: [String]) -> [UInt8] {
        var json = JSONWriter()
        json.object { page in
            page.key("cases")
            page.array { list in
                for served in plan.cases { list.object { write(served, to: &$0) } }
            }
            page.key("stands")
            page.array { list in
                for place in plan.places {
                    list.object { object in
                        object.member("url", place.url)
                        object.member("host", place.host)
                    }
                }
            }
            page.member("roots", roots)
        }
        return json.bytes
    }

    private static func write(_ served: ServePlan.Case, to object: inout JSONWriter) {
        object.member("id", served.id)
        object.member("about", Prose.firstSentence(of: served.about))
        object.member("expected", served.expected.verdictWords)
        object.member("stand", served.place)
        object.member("control", served.control)
    }

    /// Returns all visits so far.
    ///
    /// - Parameters:
    ///   - visits: the visits of all remote clients.
    ///   - reader: the address of the remote client that reads the page.
    /// - Returns: one JSON object.
    package static func visits(_ visits: [VisitRecord], for reader: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { object in
            object.member("you", reader)
            object.key("visits")
            object.array { list in
                for visit in visits { list.object { write(visit, to: &$0) } }
            }
        }
        return json.bytes
    }

    /// Returns a new verdict as a JSON object.
    package static func visit(_ visit: VisitRecord) -> [UInt8] {
        var json = JSONWriter()
        json.object { write(visit, to: &$0) }
        return json.bytes
    }

    private static func write(_ visit: VisitRecord, to object: inout JSONWriter) {
        object.member("remote-client", visit.remoteClient)
        object.member("agent", visit.agent)
        object.member("stand", visit.place)
        object.member("verdict", visit.verdict.rawValue)
        object.member("alert", visit.alert)
        object.key("outcomes")
        object.object { outcomes in
            for (number, outcome) in visit.outcomes {
                outcomes.key(String(number))
                outcomes.string(outcome.rawValue)
            }
        }
    }
}
