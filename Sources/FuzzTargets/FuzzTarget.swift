import PKIX
