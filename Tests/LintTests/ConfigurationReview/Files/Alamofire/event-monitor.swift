import Alamofire
import Foundation

final class PinningMonitor: EventMonitor {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) {
        guard let trust = challenge.protectionSpace.serverTrust, Pins.match(trust) else {
            challenge.sender?.cancel(challenge)
            return
        }
    }
}

let session = Session(eventMonitors: [PinningMonitor()])
