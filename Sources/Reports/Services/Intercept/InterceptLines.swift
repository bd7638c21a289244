import Basics
import Runner
import ScenarioFormat
import TLS

/// The lines of `hatpin intercept` for programs: one JSON object each.
struct InterceptLines: InterceptReporter {
    func lines(of event: InterceptEvent) -> String? {
        var json = JSONWriter()
        json.object { json in
            switch event {
            case .listening(let address, let target):
                json.member("event", "listening")
                json.member("address", address.text)
                json.member("transparentFor", target?.text)
            case .settled(let remoteClient, let attack, let verdict):
                json.member("event", verdict.word)
                json.remoteClient(remoteClient)
                json.member("attack", attack.name)
                json.member("severity", attack.exposure.severity.rawValue)
                json.detail(of: verdict)
            case .passed(let remoteClient):
                json.member("event", "passed")
                json.remoteClient(remoteClient)
            case .failed(let host, let obstacle):
                json.member("event", "failed")
                json.member("host", Untrusted(host))
                json.member("reason", Untrusted(obstacle.words))
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    func ending(_ summary: InterceptSummary) -> String {
        let counts = summary.counts
        var json = JSONWriter()
        json.object { json in
            json.member("event", "summary")
            json.member("accepted", counts.accepted)
            json.member("refused", counts.refused)
            json.member("unclear", counts.unclear)
            json.member("notTried", counts.notTried)
            json.member("passed", counts.passed)
            json.member("unattacked", summary.unattacked)
            json.key("hosts")
            json.array { list in
                for account in summary.accounts {
                    list.object { $0.account(account, summary.attacks) }
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    fileprivate mutating func remoteClient(_ remoteClient: InterceptedClient) {
        member("host", Untrusted(remoteClient.host))
        member("client", remoteClient.client)
        member("agent", remoteClient.agent.map(Untrusted.init))
    }

    fileprivate mutating func detail(of verdict: AttackVerdict) {
        switch verdict {
        case .accepted: member("request", Untrusted(verdict.detail))
        case .refused, .unclear, .impossible: member("reason", Untrusted(verdict.detail))
        }
    }

    fileprivate mutating func account(
        _ account: InterceptSummary.Account,
        _ attacks: [AttackRecord]
    ) {
        remoteClient(account.remoteClient)
        member("passed", account.passed)
        member("obstacle", account.obstacle.map { Untrusted($0.words) })
        key("attacks")
        object { json in
            for (attack, verdict) in zip(attacks, account.verdicts) {
                json.key(attack.name)
                json.string(verdict?.word ?? "not-tried")
            }
        }
    }
}
