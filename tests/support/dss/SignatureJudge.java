import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.pades.validation.PDFDocumentValidator;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Judges the signatures of PDF files offline, by the policy that comes with DSS: ROOT LIST.crl… FILE…; one line a file: JUDGED, and for each
 * signature its level and verdict, with the reason of one that is not total-passed.
 */
public class SignatureJudge {
  public static void main(String[] args) throws Exception {
    CommonTrustedCertificateSource roots = new CommonTrustedCertificateSource();
    roots.addCertificate(DSSUtils.loadCertificate(new File(args[0])));
    List<String> files = Arrays.asList(args).subList(1, args.length);
    String[] lists = files.stream().filter(SignatureJudge::isList).toArray(String[]::new);
    for (String file : files) {
      if (isList(file)) continue;
      CommonCertificateVerifier verifier = new CommonCertificateVerifier();
      verifier.setTrustedCertSources(roots);
      if (lists.length > 0) verifier.setCrlSource(new ExternalResourcesCRLSource(streams(lists)));
      PDFDocumentValidator validator = new PDFDocumentValidator(new FileDocument(file));
      validator.setCertificateVerifier(verifier);
      Reports reports = validator.validateDocument();
      SimpleReport report = reports.getSimpleReport();
      List<String> verdicts = new ArrayList<>();
      for (SignatureWrapper signature : reports.getDiagnosticData().getSignatures()) {
        String id = signature.getId();
        Object reason = report.getSubIndication(id);
        verdicts.add(signature.getSignatureFormat() + " " + report.getIndication(id) + (reason == null ? "" : " " + reason));
      }
      System.out.println("JUDGED\t" + String.join("\t", verdicts));
    }
  }

  static boolean isList(String name) {
    return name.endsWith(".crl");
  }

  static InputStream[] streams(String[] names) throws Exception {
    InputStream[] streams = new InputStream[names.length];
    for (int i = 0; i < names.length; i++) streams[i] = new FileInputStream(names[i]);
    return streams;
  }
}
