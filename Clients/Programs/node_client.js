// A client on one of Node's libraries: node_client.js https|fetch URL CA [--certificate FILE --key
// FILE]. `fetch` takes its anchors from NODE_EXTRA_CA_CERTS.
//
// Exits with 0 after an answer of status 200, with 1 and the library's words on standard error when
// it got none, with 2 when its command line is wrong.
"use strict";

const { readFileSync } = require("fs");
const https = require("https");

// The harness has the deadline: a client that gives up by itself seems to refuse.
const timeout = 3600000;

/// The status of the answer to a request of its own agent, so that no session is resumed.
function byHTTPS({ url, ca, certificate, key }) {
  return new Promise((resolve, reject) => {
    const request = https.get(url, {
      agent: new https.Agent({ maxCachedSessions: 0 }),
      ca: readFileSync(ca),
      cert: certificate && readFileSync(certificate),
      key: key && readFileSync(key),
      timeout,
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
    request.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
}

async function byFetch({ url }) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  return answer.status;
}

/// The words of an error and of all that caused it.
function reason(fault) {
  const words = `${fault.code ?? fault.name}: ${fault.message}`;
  return fault.cause ? `${words}\n${reason(fault.cause)}` : words;
}

const libraries = { https: byHTTPS, fetch: byFetch };
module.exports = { libraries, reason };

function parsed([library, url, ca, ...options]) {
  const given = { library: libraries[library], url, ca };
  for (let i = 0; i < options.length; i += 2) given[options[i].replace("--", "")] = options[i + 1];
  if (!given.library || !ca || options.length % 2 || !given.certificate !== !given.key) {
    console.error("usage: node_client.js https|fetch URL CA [--certificate FILE --key FILE]");
    process.exit(2);
  }
  return given;
}

if (require.main === module) {
  const given = parsed(process.argv.slice(2));
  given
    .library(given)
    .then((status) => {
      if (status !== 200) throw new Error(`status ${status}`);
    })
    .catch((fault) => {
      console.error(reason(fault));
      process.exitCode = 1;
    });
}
