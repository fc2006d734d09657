/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/** A thread that scans the sources it is sent, one after the other. */
import { scanWhole, type SourceScan } from "./scan.ts";

self.onmessage = ({ data }: MessageEvent<Parameters<SourceScan>>) => {
  self.postMessage(scanWhole(...data));
};
