/**
 * Index of this wing: the gate itself: config, stages, pipeline, report, doctor.
 *
 * Code outside the wing may import these modules and no others; a test holds it to that.
 */
export const PUBLIC: readonly string[] = [
  "api.ts",
  "cache/cache.ts",
  "cache/clear.ts",
  "certify/certificate.ts",
  "certify/certify.ts",
  "certify/module.ts",
  "config/project.ts",
  "config/schema.ts",
  "doctor/check.ts",
  "doctor/doctor.ts",
  "fixtures/write.ts",
  "oracle/engines.ts",
  "pipeline.ts",
  "preflight.ts",
  "report/report.ts",
  "report/schema.ts",
  "stages/emit.ts",
  "stages/scan.ts",
  "stages/stage.ts",
  "stages/statements.ts",
];
