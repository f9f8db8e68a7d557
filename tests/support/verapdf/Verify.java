import java.io.File;
import java.util.TreeMap;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Validates pairs of FLAVOUR FILE (for example 2b out.pdf) in one JVM; one line a file: PASS or FAIL, the file, the clauses that failed. */
public class Verify {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    java.util.logging.LogManager.getLogManager().reset();
    for (int i = 0; i + 1 < args.length; i += 2) {
      PDFAFlavour flavour = PDFAFlavour.fromString(args[i]);
      TreeMap<String, String> failed = new TreeMap<>();
      boolean ok;
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(args[i + 1]), flavour);
          PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
        ValidationResult result = validator.validate(parser);
        ok = result.isCompliant();
        for (TestAssertion a : result.getTestAssertions()) {
          if (a.getStatus() == TestAssertion.Status.FAILED) {
            failed.putIfAbsent(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber(), a.getMessage());
          }
        }
      } catch (Exception e) {
        ok = false;
        failed.put("exception", String.valueOf(e.getMessage()));
      }
      System.out.println((ok ? "PASS" : "FAIL") + "\t" + args[i + 1] + "\t" + failed.toString().replace('\n', ' '));
    }
  }
}
