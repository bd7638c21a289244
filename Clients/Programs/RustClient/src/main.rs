//! A client on ureq and rustls: rust-client URL CA.

use std::{env, error::Error, fs::File, io::BufReader, process::exit, sync::Arc, time::Duration};

fn status(url: &str, ca: &str) -> Result<u16, Box<dyn Error>> {
    let mut anchors = rustls::RootCertStore::empty();
    for der in rustls_pemfile::certs(&mut BufReader::new(File::open(ca)?))? {
        anchors.add(&rustls::Certificate(der))?;
    }
    let settings = rustls::ClientConfig::builder()
        .with_safe_defaults()
        .with_root_certificates(anchors)
        .with_no_client_auth();
    let agent = ureq::AgentBuilder::new()
        .tls_config(Arc::new(settings))
        .timeout(Duration::from_secs(3600))
        .build();
    Ok(agent.get(url).call()?.status())
}

fn main() {
    let words: Vec<String> = env::args().collect();
    if words.len() != 3 {
        eprintln!("usage: rust-client URL CA");
        exit(2);
    }
    match status(&words[1], &words[2]) {
        Ok(200) => exit(0),
        Ok(status) => eprintln!("status {status}"),
        Err(fault) => eprintln!("{fault}"),
    }
    exit(1);
}
