// Requests of the command line and the library, with the redirects of SG-25.
import type { Network } from "../core/network.js";
import { answered, withTries } from "./authority.js";

const REDIRECTS = 3;

/** Goes to any host of http and https. */
export const nodeNetwork: Network = (request) => withTries(request.until, () => answered(request, { redirects: REDIRECTS }));
