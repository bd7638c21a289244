// A client on Deno's fetch: deno_client.js URL CA.
const [url, ca] = Deno.args;
if (Deno.args.length !== 2) {
  console.error("usage: deno_client.js URL CA");
  Deno.exit(2);
}
const client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(ca)] });
try {
  const answer = await fetch(url, { client });
  await answer.body?.cancel();
  Deno.exit(answer.status === 200 ? 0 : 1);
} catch (fault) {
  for (let cause = fault; cause; cause = cause.cause) console.error(`${cause}`);
  Deno.exit(1);
}
