-- A client on Haskell's tls, by http-client-tls: haskell_client URL CA.
module Main (main) where

import Control.Exception (SomeException, try)
import Data.Default.Class (def)
import Data.X509.CertificateStore (readCertificateStore)
import Network.Connection (TLSSettings (..))
import Network.HTTP.Client
import Network.HTTP.Client.TLS (mkManagerSettings)
import Network.HTTP.Types.Status (statusCode)
import Network.TLS
import Network.TLS.Extra.Cipher (ciphersuite_default)
import System.Environment (getArgs)
import System.Exit
import System.IO (hPrint, hPutStrLn, stderr)

settings :: Shared -> TLSSettings
settings anchors = TLSSettings parameters
  where
    -- The host and port are replaced for each connection.
    parameters =
      (defaultParamsClient "" mempty)
        { clientShared = anchors
        , clientSupported = def {supportedCiphers = ciphersuite_default}
        }

status :: String -> FilePath -> IO Int
status url ca = do
  request <- parseRequest url
  store <- readCertificateStore ca >>= maybe (fail "no anchors") return
  let shared = def {sharedCAStore = store}
  manager <- newManager (mkManagerSettings (settings shared) Nothing)
  statusCode . responseStatus <$> httpNoBody request {responseTimeout = responseTimeoutNone} manager

main :: IO ()
main = do
  arguments <- getArgs
  case arguments of
    [url, ca] -> do
      answer <- try (status url ca)
      case answer of
        Right 200 -> exitSuccess
        Right other -> hPrint stderr other >> exitWith (ExitFailure 1)
        Left fault -> hPrint stderr (fault :: SomeException) >> exitWith (ExitFailure 1)
    _ -> hPutStrLn stderr "usage: haskell_client URL CA" >> exitWith (ExitFailure 2)
