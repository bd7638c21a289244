// A client on Mono's HttpClient: mono_client.exe URL. It trusts the user's Mono store.
using System;
using System.Net.Http;

static class MonoClient {
    static int Main(string[] words) {
        if (words.Length != 1) {
            Console.Error.WriteLine("usage: mono_client.exe URL");
            return 2;
        }
        try {
            using (var client = new HttpClient { Timeout = TimeSpan.FromSeconds(3600) })
            using (var answer = client.GetAsync(words[0]).GetAwaiter().GetResult())
                return (int)answer.StatusCode == 200 ? 0 : 1;
        } catch (Exception fault) {
            for (var cause = fault; cause != null; cause = cause.InnerException)
                Console.Error.WriteLine($"{cause.GetType()}: {cause.Message}");
            return 1;
        }
    }
}
