/** Version of the tool, as `--version` and the reports say it. */
export const VERSION = "0.1.0";
