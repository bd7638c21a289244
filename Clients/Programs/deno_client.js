// A client on one of Deno's libraries: deno_client.js fetch|https URL CA.
import { readFileSync } from "node:fs";
import https from "node:https";

async function byFetch(url, ca) {
  const client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(ca)] });
  const answer = await fetch(url, { client });
  await answer.body?.cancel();
  return answer.status;
}

/// Node's module, as Deno implements it.
function byHTTPS(url, ca) {
  return new Promise((resolve, reject) => {
    const request = https.get(url, { ca: readFileSync(ca) });
    request.on("error", reject);
    request.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
}

const libraries = { fetch: byFetch, https: byHTTPS };
const [library, url, ca] = Deno.args;
if (Deno.args.length !== 3 || !libraries[library]) {
  console.error("usage: deno_client.js fetch|https URL CA");
  Deno.exit(2);
}
try {
  Deno.exit((await libraries[library](url, ca)) === 200 ? 0 : 1);
} catch (fault) {
  for (let cause = fault; cause; cause = cause.cause) console.error(`${cause}`);
  Deno.exit(1);
}
