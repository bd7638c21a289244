// A client on URLSession of swift-corelibs-foundation: URLSessionClient URL. It trusts the system's
// bundle.
import Foundation
import FoundationNetworking

@main
enum URLSessionClient {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 2, let url = URL(string: words[1]) else {
            FileHandle.standardError.write(Data("usage: URLSessionClient URL\n".utf8))
            exit(2)
        }
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = 3_600
        do {
            let (_, answer) = try await URLSession(configuration: settings).data(from: url)
            exit((answer as? HTTPURLResponse)?.statusCode == 200 ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
